// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "programs/plain_sampling.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "floors/floor_report.hpp"
#include "metrics/metric_info.hpp"
#include "programs/turns.hpp"
#include "results/plain_names.hpp"
#include "statistics/statistics.hpp"

namespace tickbench::programs {
namespace {

// Times of one process share its placement in memory: some processes, with as many values as a
// sure verdict takes, and some more.
constexpr std::size_t kFirstTurns = 4;
// A turn is one ratio, and fewer than ten are too few to be sure by.
constexpr std::size_t kFirstRatioTurns = 12;
constexpr int kFewestRepetitions = 3, kMostRepetitions = 10;
// More turns say more of a ratio than more values in each.
constexpr int kFewestRatioRepetitions = 1;

using Values = std::map<std::string, std::vector<double>, std::less<>>;

class Sampling {
 public:
  Sampling(const PlainBenchmark& benchmark, const std::vector<PlainBenchmark>& others,
           FloorSelection floors, const PlainSettings& settings, const PlainWorld& world)
      : benchmark_(benchmark),
        partners_(others),
        floors_(floors.floors),
        settings_(settings),
        world_(world),
        judge_(std::move(floors), kMaxFloorLooks,
               floors::distinct_times(floors_, results::has_real_time_rates(benchmark.name)
                                                   ? metrics::kTime
                                                   : metrics::kCpuTime)) {}

  PlainFindings run() {
    if (rehearse() && take_first_turns()) judge();
    if (found_.is_good()) found_.judgements = judge_.judgements();
    return std::move(found_);
  }

 private:
  using Turn = std::map<std::string, Values>;  ///< by id

  /// False: it ended badly, and so does all.
  bool is_good(const PlainRun& run) {
    if (run.is_good()) return true;
    found_.outcome = run.outcome;
    found_.message = run.message;
    return false;
  }

  bool rehearse() {
    const auto run = world_.run(benchmark_, 1);
    if (!is_good(run)) return false;
    // So that not most of the budget goes into starting processes.
    const auto start = std::max(run.wall - 2 * run.measured, Seconds(0));
    const auto each = std::max(run.measured, settings_.min_time);
    repetitions_ = std::clamp(static_cast<int>(std::min(start / each, 1e3)),
                              partners_.empty() ? kFewestRepetitions : kFewestRatioRepetitions,
                              kMostRepetitions);
    for (const auto& other : partners_)
      if (const auto rehearsed = world_.run(other, 1); !rehearsed.is_good())
        missing_[other.id] = rehearsed.message;
    return true;
  }

  bool take_first_turns() {
    const auto first =
        std::max(partners_.empty() ? kFirstTurns : kFirstRatioTurns, floors::runs_asked(floors_));
    // What a floor asks for is taken, however long it takes.
    const auto asked = std::max<std::size_t>(floors::runs_asked(floors_), 1);
    return take_turns_until(settings_.budget, asked, first);
  }

  void judge() {
    const auto begin = world_.elapsed();
    for (int look = 1;
         judge_.look([this](const auto&floor, double level) { return finding(floor, level); });
         ++look) {
      const auto part = static_cast<double>(look) / (kMaxFloorLooks - 1);
      const auto end = begin + part * (settings_.budget - begin);
      const auto before = turns_.size();
      if (!take_turns_until(end) || turns_.size() == before) return;
    }
  }

  /// False: one ended badly, and so does all.
  bool take_turns_until(Seconds end, std::size_t least = 0, std::size_t most = kAnyNumber) {
    TurnPlan plan{.least = least, .most = most};
    plan.has_time = [&] { return world_.elapsed() + turn_wall_ <= end; };
    plan.take = [&](std::size_t) { take_turn(); };
    plan.is_enough = [&](std::size_t) { return !found_.is_good(); };
    take_turns(plan);
    return found_.is_good();
  }

  bool take_turn() {
    const auto begin = world_.elapsed();
    Turn turn;
    results::RunRecord record;
    std::vector<const PlainBenchmark*> order{&benchmark_};
    for (const auto& other : partners_)
      if (!missing_.contains(other.id)) order.push_back(&other);
    // Now the one first, now the other: a drift of the machine hits both.
    if (turns_.size() % 2 == 1) std::ranges::reverse(order);
    for (const auto* next : order) {
      auto run = world_.run(*next, repetitions_);
      if (next != &benchmark_ && !run.is_good()) {
        missing_[next->id] = run.message;
        continue;
      }
      if (!is_good(run)) return false;
      turn[next->id] = std::move(run.values);
      if (run.record) add(std::move(*run.record), next == &benchmark_, record);
    }
    for (const auto& [metric, values] : turn.at(benchmark_.id)) {
      auto& all = found_.values[metric];
      all.insert(all.end(), values.begin(), values.end());
    }
    found_.turns.push_back(std::move(record));
    turns_.push_back(std::move(turn));
    turn_wall_ = world_.elapsed() - begin;
    return true;
  }

  static void add(results::RunRecord run, bool is_own, results::RunRecord& to) {
    for (auto& row : run.rows) to.rows.push_back(std::move(row));
    if (is_own) to.entry = std::move(run.entry);
  }

  /// Of one turn; null where its process has none.
  static const std::vector<double>* values_of(const Turn& turn, const std::string& id,
                                              std::string_view metric) {
    const auto of = turn.find(id);
    if (of == turn.end()) return nullptr;
    const auto found = of->second.find(metrics::name_in_results(metric));
    return found == of->second.end() || found->second.empty() ? nullptr : &found->second;
  }

  Finding finding(const AppliedFloor& applied, double level) const {
    return applied.floor.is_ratio() ? ratio(applied, level) : own(applied.floor, level);
  }

  Finding own(const Floor& floor, double level) const {
    std::vector<double> all;
    std::vector<Evidence> runs;
    for (const auto& turn : turns_) {
      const auto* values = values_of(turn, benchmark_.id, floor.metric);
      if (values == nullptr) return std::optional<Evidence>();
      for (const auto value : *values)
        if (auto why = floors::why_impossible(floor.metric, value); !why.empty())
          return {std::nullopt, std::move(why)};
      all.insert(all.end(), values->begin(), values->end());
      runs.push_back(floors::median_evidence(*values, level));
    }
    return std::optional(floor.runs > 1 ? floors::over_runs(runs, level)
                                        : floors::median_evidence(all, level));
  }

  Finding ratio(const AppliedFloor& applied, double level) const {
    const auto& [floor, other, where] = applied;
    if (const auto why = missing_.find(other); why != missing_.end())
      return {std::nullopt, floors::has_none(other, why->second)};
    std::vector<double> ratios;
    std::vector<Evidence> runs;
    for (const auto& turn : turns_) {
      const auto* ours = values_of(turn, benchmark_.id, floor.metric);
      const auto* theirs = values_of(turn, other, floor.metric);
      if (ours == nullptr) return std::optional<Evidence>();
      if (theirs == nullptr) return {std::nullopt, floors::has_none(other)};
      if (!(median(*theirs) > 0)) return {std::nullopt, floors::reaches_zero(other)};
      ratios.push_back(median(*ours) / median(*theirs));
      runs.push_back(floors::median_evidence(std::vector{ratios.back()}, level));
    }
    return std::optional(floor.runs > 1 ? floors::over_runs(runs, level)
                                        : floors::median_evidence(ratios, level));
  }

  const PlainBenchmark& benchmark_;
  const std::vector<PlainBenchmark>& partners_;
  std::vector<AppliedFloor> floors_;
  const PlainSettings& settings_;
  const PlainWorld& world_;
  FloorJudge judge_;
  PlainFindings found_;
  std::vector<Turn> turns_;
  std::map<std::string, std::string> missing_;  ///< why, by id
  int repetitions_ = kFewestRepetitions;
  Seconds turn_wall_{};
};

}  // namespace

PlainFindings sample_plain(const PlainBenchmark& benchmark,
                           const std::vector<PlainBenchmark>& others, FloorSelection floors,
                           const PlainSettings& settings, const PlainWorld& world) {
  return Sampling(benchmark, others, std::move(floors), settings, world).run();
}

}  // namespace tickbench::programs
