// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "results/former_ids.hpp"

/// The history of a repository: results of its commits, and what was decided of them.
///
/// The design, in one place:
///
/// - **The store is files.** `results/COMMIT/DIGEST.json` is a result file as a program wrote it;
///   `decisions/DIGEST.json` is what `ab` or a person decided of a step. A name is the digest of
///   the content, a file is written beside its name and renamed, and none is ever changed. So a
///   store is whole whenever it is looked at, two writers do not meet, two stores copied into one
///   folder are a store, and so are two branches of git that are merged.
/// - **The index is JSON,** `.index.json`: the few numbers of each file, with its size and time. It
///   is one list that is read whole, so nothing is looked up or updated in place, and a database
///   would give nothing for its dependency. Without it, it is made again.
/// - **A series** (series.hpp) is a benchmark on one machine and device under one set of conditions
///   (driver, methods, settings, the benchmark's version). Its points are in the order of git's
///   first parents. Where the conditions change, the series ends, and no step is claimed across.
/// - **A step** (steps.hpp) is proposed by a series (change_points.hpp), decided by `ab` of the
///   commits at both ends of it, and quieted by a person's reason.
/// - **Builds** (commits/builds.hpp) are work trees that stay. `bisect` (commits/bisect.hpp) is a
///   search over them whose judge is `ab`; `run` measures what the plan (steps.hpp) names next.
///   Neither keeps a state besides builds, answers and results.
namespace tickbench::history {

struct SeriesKey {
  std::string id, machine;
  std::string device;      ///< empty: the host's processor
  std::string conditions;  ///< "driver: 1.2", one a line
  friend auto operator<=>(const SeriesKey&, const SeriesKey&) = default;
};

/// A benchmark in one run. In SI units.
struct StoredValue {
  SeriesKey key;
  std::string commit{};
  double value = 0, low = 0, high = 0;  ///< the interval of this run; the value where none is known
  double canary = 0;                    ///< the time of a fixed kernel in this run; 0: not known
  std::string digest{};                 ///< of its launches; empty: not known
  std::string started{};                ///< when the run began
  std::string processor{};              ///< of its host; empty: not known
  std::vector<std::string> former_ids{};
};

struct StoredValues {
  std::vector<StoredValue> values;  ///< each run once, whatever files have it
  results::FormerIds former;        ///< of which all are what they are now
  bool lacks_processors = false;    ///< asked to join hosts by them, some files name none
};

enum class StepState : std::uint8_t {
  kProposed,      ///< by the series alone
  kConfirmed,     ///< by `ab` of the commits at both ends
  kRefuted,       ///< `ab` found no such difference
  kAcknowledged,  ///< by a person, with a reason
};
std::string to_string(StepState state);

/// What `ab` or a person said of a step.
struct Decision {
  StepState state = StepState::kProposed;  ///< the step's from then on
  std::string id, machine, device;
  std::string before{}, after{};        ///< commits: it is behind the one, and not behind the other
  double ratio = 0, low = 0, high = 0;  ///< NEW over OLD; an interval by `ab` alone
  double error_rate = 0;
  std::string reason{}, made{};  ///< why, and when
  double step_ratio = 0;         ///< that the series had
  std::string conditions{};      ///< of the series
};

struct ReadOptions {
  std::string metric{};   ///< empty: as `compare` chooses
  bool any_host = false;  ///< hosts with one kind of processor are one machine
};

/// What machines without a stable host name are told apart by: "AMD EPYC 7763 x4".
std::string processor_text(std::string_view model, long count);

/// A store is a folder, which need not be there yet. Adds a result file, also in place of a damaged
/// one. Returns false where it is there already.
bool add_results(const std::filesystem::path& store, const std::string& commit,
                 const std::string& text);
void add_decision(const std::filesystem::path& store, const Decision& decision);

/// A file that does not count is left out; `faults` names it and says why.
StoredValues read_results(const std::filesystem::path& store, const ReadOptions& options,
                          std::vector<std::string>& faults);
std::vector<Decision> read_decisions(const std::filesystem::path& store,
                                     std::vector<std::string>& faults);

}  // namespace tickbench::history
