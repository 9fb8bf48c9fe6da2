// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "floors/floor_report.hpp"
#include "metrics/metric_info.hpp"
#include "programs/plain.hpp"
#include "statistics/statistics.hpp"
#include "text/plain_names.hpp"

namespace tickbench::programs {
namespace {

// Times of one process share its placement in memory. So there are several processes, and some
// values more than a sure verdict takes.
constexpr std::size_t kFirstTurns = 4;
// A turn is one ratio, and fewer than ten are too few to be sure by.
constexpr std::size_t kFirstRatioTurns = 12;
constexpr int kFewestRepetitions = 3, kMostRepetitions = 10;
// More turns say more of a ratio than more values in each.
constexpr int kFewestRatioRepetitions = 1;

class PlainSource : public FloorSource {
 public:
  PlainSource(const PlainBenchmark& benchmark, const std::vector<PlainBenchmark>& partners,
              const PlainSettings& settings, const PlainWorld& world)
      : benchmark_(benchmark), partners_(partners), settings_(settings), world_(world) {
    found_.benchmark = benchmark;
  }

  PlainFindings run(const std::string& device, const FloorSelection& floors) {
    FloorJudge judge(
        floors, kMaxFloorLooks,
        text::has_real_time_rates(benchmark_.name) ? metrics::kTime : metrics::kCpuTime);
    // As many as a floor asks for are taken, however long that takes.
    const auto asked = floors::runs_asked(floors.floors);
    const auto first = settings_.is_count  ? partners_.size() + 1
                       : partners_.empty() ? kFirstTurns
                                           : kFirstRatioTurns;
    if ((settings_.is_count || rehearse()) &&
        take_turns_until(settings_.budget, asked, std::max(first, asked))) {
      begin_ = world_.elapsed();
      judge.judge_repetition(*this);
    }
    found_.report = found_.is_good() ? judge.report(device, benchmark_.id)
                                     : failed_report(device, benchmark_.id, floors, found_.outcome);
    return std::move(found_);
  }

  Finding evidence(const AppliedFloor& applied, double level) const override {
    const auto& floor = applied.floor;
    const bool is_count = metrics::is_exact(floor.metric);
    std::vector<double> all;
    std::vector<Evidence> runs;
    for (const auto& turn : turns_) {
      const auto* own = values_of(turn, benchmark_.id, floor.metric);
      if (own == nullptr) return std::optional<Evidence>();
      for (const auto value : *own)
        if (auto why = floors::why_impossible(floor.metric, value); !why.empty())
          return {std::nullopt, std::move(why)};
      auto values = *own;
      if (floor.is_ratio()) {
        if (const auto why = missing_.find(applied.other); why != missing_.end())
          return floors::no_ratio(applied.other, why->second);
        const auto* theirs = values_of(turn, applied.other, floor.metric);
        if (theirs == nullptr) return floors::no_ratio(applied.other);
        if (!(median(*theirs) > 0)) return floors::zero_ratio(applied.other);
        values = {median(*own) / median(*theirs)};
      }
      all.insert(all.end(), values.begin(), values.end());
      runs.push_back(median_evidence(values, level, is_count));
    }
    return std::optional(floor.runs > 1 ? floors::over_runs(runs, level)
                                        : median_evidence(all, level, is_count));
  }

  bool sample_more(std::span<const AppliedFloor> /*open*/,
                   std::span<const AppliedFloor> /*missed*/) override {
    const auto part = static_cast<double>(++shares_) / (kMaxFloorLooks - 1);
    const auto before = turns_.size();
    return take_turns_until(begin_ + part * (settings_.budget - begin_)) && turns_.size() > before;
  }

 private:
  using Turn = std::map<std::string, decltype(PlainRun::values)>;  ///< by id

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

  /// False: one ended badly, and so does all.
  bool take_turns_until(Seconds end, std::size_t least = 0, std::size_t most = kAnyNumber) {
    const auto has_time = [&] { return world_.elapsed() + turn_wall_ <= end; };
    take_turns(least, most, has_time, [&](std::size_t) {
      take_turn();
      return found_.is_good();
    });
    return found_.is_good();
  }

  void take_turn() {
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
      if (!is_good(run)) return;
      turn[next->id] = std::move(run.values);
      if (!run.record) continue;
      std::ranges::move(run.record->rows, std::back_inserter(record.rows));
      if (next == &benchmark_) record.entry = std::move(run.record->entry);
    }
    for (const auto& [metric, values] : turn.at(benchmark_.id)) {
      auto& all = found_.values[metric];
      all.insert(all.end(), values.begin(), values.end());
    }
    found_.turns.push_back(std::move(record));
    turns_.push_back(std::move(turn));
    turn_wall_ = world_.elapsed() - begin;
  }

  /// Of one turn; null where its process has none.
  static const std::vector<double>* values_of(const Turn& turn, const std::string& id,
                                              std::string_view metric) {
    const auto of = turn.find(id);
    if (of == turn.end()) return nullptr;
    const auto found = of->second.find(metrics::name_in_results(metric));
    return found == of->second.end() || found->second.empty() ? nullptr : &found->second;
  }

  const PlainBenchmark& benchmark_;
  const std::vector<PlainBenchmark>& partners_;
  const PlainSettings& settings_;
  const PlainWorld& world_;
  PlainFindings found_;
  std::vector<Turn> turns_;
  std::map<std::string, std::string> missing_;  ///< why, by id
  int repetitions_ = kFewestRepetitions;
  Seconds turn_wall_{};
  Seconds begin_{};  ///< of the second budget
  int shares_ = 0;   ///< of it, that were taken
};

}  // namespace

PlainFindings sample_plain(const PlainBenchmark& benchmark, const std::string& device,
                           const std::vector<PlainBenchmark>& others, const FloorSelection& floors,
                           const PlainSettings& settings, const PlainWorld& world) {
  return PlainSource(benchmark, others, settings, world).run(device, floors);
}

}  // namespace tickbench::programs
