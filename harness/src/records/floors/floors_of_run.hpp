// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>

#include "floors/floor_report.hpp"
#include "floors/verdict.hpp"
#include "metrics/metric_info.hpp"
#include "results/record.hpp"

namespace tickbench::floors {

/// The floor files of a run, and what became of each benchmark's floors. The reports are read by
/// the watchdog's thread too.
class RunFloors {
 public:
  /// Throws UsageError for a file that is not right.
  explicit RunFloors(const std::vector<std::string>& paths) {
    for (const auto& path : paths) files_.push_back(FloorFile::load(path));
  }

  bool is_empty() const noexcept { return files_.empty(); }
  void know(const results::FormerIds& former) {
    for (auto& file : files_) file.know(former);
  }
  /// Throws UsageError for a floor that judges none of the program's benchmarks, or that compares
  /// one of `ids` with one of the others, which no run takes.
  void require_benchmarks(const std::vector<std::string>& ids,
                          const std::vector<std::string>& plain_ids) const;

  /// The most runs that a floor of this benchmark asks for, on any device.
  std::size_t runs_asked(const std::string& id) const {
    return floors::runs_asked(tickbench::select(files_, {}, id).floors);
  }

  FloorSelection select(const results::Case& benchmark_case) const {
    return tickbench::select(files_, benchmark_case.device, benchmark_case.id);
  }
  /// Judges the next repetition of a benchmark. `looks`: the most, the same in all repetitions.
  void judge_repetition(const results::Case& benchmark_case, int looks, FloorSource& source) {
    auto& judge = judges_.try_emplace(&benchmark_case, select(benchmark_case), looks).first->second;
    judge.judge_repetition(source);
    auto report = judge.report(benchmark_case.device, benchmark_case.id);
    const std::lock_guard lock(mutex_);
    reports_[&benchmark_case] = std::move(report);
  }
  /// Whatever was judged before: none of its floors is measured. Also on the watchdog's thread.
  void fail(const results::Case& benchmark_case, Outcome outcome) {
    if (is_empty()) return;
    auto report = failed_report(benchmark_case.device, benchmark_case.id, select(benchmark_case),
                                to_string(outcome));
    const std::lock_guard lock(mutex_);
    reports_[&benchmark_case] = std::move(report);
  }
  /// Over all repetitions that have ended; nothing where there was none.
  std::optional<FloorReport> report(const results::Case& benchmark_case) const {
    const std::lock_guard lock(mutex_);
    const auto found = reports_.find(&benchmark_case);
    return found == reports_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::vector<FloorFile> files_;
  std::map<const results::Case*, FloorJudge> judges_;
  mutable std::mutex mutex_;
  std::map<const results::Case*, FloorReport> reports_;
};

/// A benchmark whose body is running, and which has been measured: it can be sampled again.
struct Running {
  TimedQueue& queue;
  const Work& work;
  results::Record& record;
  std::function<void(Seconds budget)> more_references;
  /// Puts other samples in the place of those that are there, and returns the conditions that they
  /// were taken under.
  std::function<conditions::Conditions(Measurement& measurement, Seconds budget)> take_again{};
  bool is_processor = false;     ///< its device runs on the host's
  std::vector<pid_t> threads{};  ///< of the driver, which run its launches there
};

/// The samples of one repetition, while its body runs. Where floors are open it samples on: up to
/// the budget of the measurement once more, in equal shares between the looks. On a device that is
/// shared it takes them again.
class LiveSource : public FloorSource {
 public:
  using PhaseListener = std::function<void(std::string_view phase)>;
  /// `floors`: all that judge the benchmark.
  LiveSource(std::vector<AppliedFloor> floors, Running main, HostClock& host,
             PhaseListener on_phase)
      : floors_(std::move(floors)),
        main_(std::move(main)),
        host_(host),
        on_phase_(std::move(on_phase)) {}

  /// The benchmark that ratios refer to as `id`, or the baseline; sampled in turn with the main
  /// one, for its budget.
  void add_partner(const std::string& id, Running running) {
    on_phase_("in turn with " + id);
    Partner partner{id, std::move(running)};
    sample_pairs(partner, floors_, main_.record.settings.budget);
    partners_.push_back(std::move(partner));
  }
  /// Whether a sample of a partner is being taken: what was thrown is of that one.
  bool is_at_partner() const noexcept { return is_at_partner_; }
  /// That one could not be measured.
  void add_missing(const std::string& id, const std::string& why) {
    is_at_partner_ = false;
    missing_[id] = why;
    if (auto* const baseline = own_baseline(id)) {
      baseline->pairs.clear();
      baseline->why_not = why;
    }
  }

  Finding evidence(const AppliedFloor& floor, double level) const override;
  std::optional<Evidence> unshared(const AppliedFloor& floor, double level) const override;
  bool sample_more(std::span<const AppliedFloor> open,
                   std::span<const AppliedFloor> missed) override;

 private:
  struct Partner {
    std::string id;
    Running running;
    std::map<metrics::SampleSource, SamplePairs> pairs{};
  };

  /// The main one's, where it has this id; else null.
  results::PartnerTimes* own_baseline(const std::string& id) {
    auto& baseline = main_.record.baseline;
    return baseline && baseline->id == id ? &*baseline : nullptr;
  }
  /// Of the last samples.
  const conditions::Conditions& conditions_of(const Floor& floor) const {
    const auto found = taken_again_.find(metrics::source_of(floor.metric));
    return found == taken_again_.end() ? main_.record.conditions : found->second;
  }
  /// Whether they say that others used what the floor is on.
  bool is_shared(const Floor& floor) const;
  void sample_pairs(Partner& partner, std::span<const AppliedFloor> floors, Seconds budget);

  std::vector<AppliedFloor> floors_;
  Running main_;
  HostClock& host_;
  PhaseListener on_phase_;
  std::vector<Partner> partners_;
  bool is_at_partner_ = false;
  std::map<std::string, std::string> missing_;  ///< why, by id
  std::map<metrics::SampleSource, conditions::Conditions> taken_again_;
};

}  // namespace tickbench::floors
