// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "statistics/statistics.hpp"
#include "tickbench/error.hpp"

/// Result files as their readers see them, tickbench's and plain Google Benchmark's.
namespace tickbench::results {

struct JsonDocument;
class JsonValue;

/// Keeps each distinct string once: a file of 100 000 benchmarks repeats a few hundred.
class StringPool {
 public:
  std::string_view intern(std::string_view text) {
    const auto found = strings_.find(text);
    return found != strings_.end() ? *found : *strings_.emplace(text).first;
  }

 private:
  std::set<std::string, std::less<>> strings_;  // nodes do not move
};

/// One number of a benchmark, in SI units. A value that is null in the file is absent here.
struct Metric : Estimate {
  std::string_view name;
};

struct Setting {
  std::string_view name, value;
  friend bool operator==(const Setting&, const Setting&) = default;
};

/// What one mode took, in the order in which it was taken. Seconds a launch.
struct RawSamples {
  std::string_view mode, method;
  std::int64_t launches_per_bracket = 1;
  std::vector<double> device_seconds, host_seconds;
};

struct Count {
  std::string_view name;
  std::int64_t count = 0;
};

/// A region of a benchmark's body, timed by a DeviceTimer: seconds of one region, and how many.
struct Region {
  std::string name;
  double device = 0, host = 0;
  std::int64_t count = 1;
};

/// A kernel that another build has with other arguments, or not at all.
struct KernelDifference {
  std::string kernel;
  std::string here, partner_arguments;  ///< "(global float* x, uint n)"; "none"
};

/// What a row says of its benchmark with another build's kernels in the place of its own.
struct PartnerBuildTimes {
  std::optional<double> partner_time, ratio;  ///< the other build's time, and this build's over it
  std::vector<KernelDifference> differences;
  std::string why_not;
};

struct Repetition {
  std::int64_t index = 0;
  std::vector<Metric> metrics;
  std::vector<RawSamples> samples;
  std::vector<Metric> launch{};        ///< the phases of a launch
  std::vector<Metric> first_launch{};  ///< what it took, by the names of its fields
  std::vector<Region> regions{};
  std::vector<Count> sample_counts{};      ///< mode -> samples taken
  std::vector<Count> reference_samples{};  ///< reference -> its samples
  std::vector<Setting> stop_reasons{};     ///< mode -> why sampling ended
  std::int64_t batch = 0;                  ///< launches a bracket; 0: not stated
  std::optional<bool> converged{};
  bool resolved = true;                        ///< what Time shows; true too where it is not stated
  bool baseline_resolved = true;               ///< likewise, in the pairs with the baseline
  std::string_view batched_hold{};             ///< "none", "closed_list"; empty: not stated
  std::string_view condition{};                ///< the first remark on its conditions
  double isolated_step = 0, batched_step = 0;  ///< of the clock, in seconds; 0: not stated
  double core_clock = 0, memory_clock = 0;     ///< of the shown mode, in hertz; 0: not stated
  std::shared_ptr<const PartnerBuildTimes> other_build{};  ///< null in nearly all files
};

/// The size that a benchmark says it is of: n = 64, or 8192 B.
struct Axis {
  std::string name;
  double value = 0;
  std::string unit;  ///< empty: a plain number
  friend bool operator==(const Axis&, const Axis&) = default;
};

/// The two memories between which a benchmark says that it moves its bytes.
struct MemoryPair {
  std::string from, to;
  friend bool operator==(const MemoryPair&, const MemoryPair&) = default;
};

/// A group of figures that a benchmark says it belongs to, and which figures show it.
struct Group {
  std::string name;
  std::vector<std::string> figures;  ///< by their names; empty: all that apply
  friend bool operator==(const Group&, const Group&) = default;
};

/// kGood: measured, and not known to be wrong. kSkipped: it did not apply here, or said so.
enum class OutcomeKind { kGood, kSkipped, kBad };
OutcomeKind outcome_kind(std::string_view outcome);
/// "wrong result".
std::string in_words(Outcome outcome);

/// One benchmark on one device: all rows of the file that carry its id.
struct Benchmark {
  std::string id;  ///< tickbench's id, or Google Benchmark's run name
  std::vector<std::string> former_ids{};
  std::string_view device;  ///< its name; empty for a CPU benchmark
  std::string_view device_id, driver;
  std::string_view outcome;  ///< "passed", ...; "error" or "skipped" in a plain file
  std::string message;       ///< what is said beside the outcome
  std::string_view label;    ///< what a plain benchmark says of itself
  std::vector<Setting> settings;
  std::vector<Setting> methods;    ///< mode -> method
  std::vector<Setting> kernels{};  ///< -> arguments, of those that another build has otherwise
  std::string_view backend;
  std::string_view baseline{};           ///< the id of what `speedup_baseline` is over
  std::string_view launch_digest{};      ///< equal ones take equal device time; empty: unknown
  std::vector<std::string> modules{};    ///< of its kernels, by their digests
  std::optional<Axis> axis{};            ///< nothing where none was declared
  std::optional<MemoryPair> memories{};  ///< likewise
  std::vector<Group> groups{};
  bool is_plain = true;     ///< Google Benchmark's alone: no row says more
  bool has_own_id = false;  ///< the file states it
  std::vector<Repetition> repetitions{};
  /// The file's own aggregates over the repetitions, where they are all that it has.
  std::int64_t aggregated_repetitions = 0;
  std::vector<Metric> median{}, mean{}, standard_deviation{};

  bool is_good() const { return outcome_kind(outcome) == OutcomeKind::kGood; }
  bool is_skipped() const { return outcome_kind(outcome) == OutcomeKind::kSkipped; }
  bool is_failed() const { return outcome_kind(outcome) == OutcomeKind::kBad; }
  /// Each repetition, or the median where that is all there is, has a time that is a number.
  bool has_time() const;
};

/// Names and values as they print, in the file's order.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// What a file says of the program and the machine that wrote it.
struct Context {
  bool is_tickbench = false;
  std::string started{}, cpu{}, commit{}, build_type{};
  std::string partner_commit{};  ///< of the other build whose kernels were measured beside
  std::string host{};            ///< the machine's name
  std::string cpu_scaling{};     ///< "true", "false"; empty where the file does not say
  std::int64_t cpus = 0;
  /// All that is no list: tickbench's where there are any, else Google Benchmark's.
  Facts facts{};
};

/// One kernel of a device's canary: the time of a launch at both ends of the run.
struct CanaryFigure {
  std::string kernel;
  double amount = 0;  ///< of work: times of other amounts do not compare
  std::vector<Metric> ends{};
};

/// One of the devices that the context lists.
struct Device {
  std::string id, name, driver;
  Facts facts{};                                                ///< all else
  double peak_bytes_per_second = 0, peak_flops_per_second = 0;  ///< 0: not measured
  bool states_theoretical = false;                              ///< it says whether they are known
  double theoretical_bytes_per_second = 0, theoretical_flops_per_second = 0;  ///< 0: not known
  std::string clock_message{};  ///< empty where the device's clock was found sound
  std::vector<CanaryFigure> canary{};
};

/// One run: what one process wrote.
struct ResultFile {
  std::string path;  ///< "runs.json: run 2", of a file of several runs
  Context context;
  std::vector<Device> devices;
  std::vector<Benchmark> benchmarks;                                     ///< in the file's order
  std::shared_ptr<StringPool> strings = std::make_shared<StringPool>();  ///< owns the views
  std::int64_t run = 0;               ///< its number in a file of several; 0: the file is this run
  std::size_t suite = 0;              ///< of programs that were run in turn: its place
  bool has_several_machines = false;  ///< in its file: those are no runs of one thing

  /// The machine's name where its file holds several; empty where there is nothing to keep apart.
  std::string_view machine() const {
    return has_several_machines ? std::string_view(context.host) : std::string_view();
  }
};

using Runs = std::span<const ResultFile>;

/// The metric, count or setting of this name; null where there is none.
template <class Named>
const Named* find_named(const std::vector<Named>& all, std::string_view name) {
  const auto found = std::ranges::find(all, name, &Named::name);
  return found == all.end() ? nullptr : &*found;
}

/// The methods by which runs of one benchmark took a mode's times, and how many runs each.
std::map<std::string_view, std::size_t> count_methods(std::span<const Benchmark* const> runs,
                                                      std::string_view mode);
/// "bracket and held bracket"; empty where there are not two.
std::string differing_methods(std::span<const Benchmark* const> runs, std::string_view mode);

/// All runs, at least one, of a file of tickbench or of Google Benchmark (1.5 or newer), by their
/// numbers. `samples`: what `--tickbench_samples_out` wrote in the same run; empty: nothing. Throws
/// UsageError: what was expected, what was found and where.
std::vector<ResultFile> read_runs(const std::string& path, const std::string& samples = {});
std::vector<ResultFile> read_runs(const JsonDocument& document);

/// All rows of one run, each an object, and the context that they began with.
void read_run(std::span<const JsonValue> rows, JsonValue context, ResultFile& run);

/// Whether two files hold one run: began at one time, and have the same values, at least one.
bool share_run(const ResultFile& a, const ResultFile& b);

/// Throws UsageError where a run is there twice: without spread every difference looks certain.
void refuse_repeats(Runs runs);

/// Adds what `--tickbench_samples_out` wrote. Throws UsageError: no samples, or of another run.
void read_samples(const JsonDocument& samples, ResultFile& results);

}  // namespace tickbench::results
