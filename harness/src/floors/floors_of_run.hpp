// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "floors/verdict.hpp"
#include "metrics/metric_info.hpp"
#include "results/record.hpp"

namespace tickbench::floors {

/// The floor files of a run, and what became of each benchmark's floors. The reports are read by
/// the watchdog's thread too.
class RunFloors {
 public:
  /// Throws UsageError for a file that is not right.
  explicit RunFloors(const std::vector<std::string>& paths);

  bool is_empty() const noexcept { return files_.empty(); }
  /// Throws UsageError for a floor that judges none of the program's benchmarks, or that compares
  /// one of `ids` with one of the others, which no run takes.
  void require_benchmarks(const std::vector<std::string>& ids,
                          const std::vector<std::string>& plain_ids) const;

  /// The most runs that a floor of this benchmark asks for, on any device.
  std::size_t runs_asked(const std::string& id) const;

  /// The judge of a benchmark's floors, the same in all of its repetitions. `looks`: in each.
  FloorJudge& judge(const results::Case& benchmark_case, int looks);
  void end_repetition(const results::Case& benchmark_case);
  /// Whatever was judged before: none of its floors is measured. Also on the watchdog's thread.
  void fail(const results::Case& benchmark_case, Outcome outcome);
  /// Over all repetitions that have ended; nothing where there was none.
  std::optional<FloorReport> report(const results::Case& benchmark_case) const;

 private:
  FloorSelection select(const results::Case& benchmark_case) const;

  std::vector<FloorFile> files_;
  /// With the number of the floors for other devices.
  std::map<const results::Case*, std::pair<FloorJudge, std::size_t>> judges_;
  mutable std::mutex mutex_;
  std::map<const results::Case*, FloorReport> reports_;
};

/// A benchmark whose body is running, and which has been measured: it can be sampled again.
struct Running {
  TimedQueue& queue;
  const Work& work;
  results::Record& record;
  std::function<void(Seconds budget)> more_references;
};

/// Judges the floors of one repetition, and samples on where an interval straddles one: up to the
/// budget of the measurement once more, in equal shares between the looks.
class FloorSampling {
 public:
  using PhaseListener = std::function<void(std::string_view phase)>;
  FloorSampling(FloorJudge& judge, Running main, HostClock& host, PhaseListener on_phase);

  /// The benchmark that ratios refer to as `id`; sampled in turn with the main one, for its budget.
  void add_partner(const std::string& id, Running other);
  /// That one could not be measured.
  void add_missing(const std::string& id, const std::string& why) { missing_[id] = why; }
  void run();

 private:
  struct Partner {
    std::string id;
    Running running;
    SamplePairs shown;
    SamplePairs isolated;
  };

  Finding finding_for(const AppliedFloor& floor, double level) const;
  void sample_on(Seconds budget);
  void sample_pairs(Partner& other, metrics::SampleSource source, Seconds budget);
  const MeasurementSettings& settings() const { return main_.record.settings; }

  FloorJudge& judge_;
  Running main_;
  HostClock& host_;
  PhaseListener on_phase_;
  std::list<Partner> partners_;
  std::map<std::string, std::string> missing_;  ///< why, by id
};

}  // namespace tickbench::floors
