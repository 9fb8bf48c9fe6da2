// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/ab_run.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "compare/compare.hpp"
#include "compare/percent.hpp"
#include "compare/sequential.hpp"

namespace tickbench::tools {

namespace {

using compare::Comparison;
using compare::Sides;
using compare::Verdict;

class AbRun {
 public:
  AbRun(const AbSettings& settings, const AbWorld& world)
      : settings_(settings), world_(world), better_(compare::direction_of(settings.options)) {
    settings_.options.paired = true;
  }

  Comparison run() {
    rehearse();
    if (judged_ == 0 || !refused_.empty()) return rehearsal_only();
    const auto pairs = affordable_pairs();
    if (pairs < kFewestPairs) {
      note("The budget of " + seconds_text(settings_.budget) +
           " allows too few pairs; one pair takes " + seconds_text(pair_wall_) + ".");
      return rehearsal_only();
    }
    const compare::Plan plan(pairs, settings_.options.error_rate / static_cast<double>(judged_));
    for (const auto& sides : rehearsal_)
      if (sides.can_be_judged)
        tests_.emplace(key_of(sides),
                       compare::SequentialTest(plan, settings_.options.effect, better_));
    world_.on_progress(std::to_string(judged_) + " benchmarks, at most " + std::to_string(pairs) +
                       " pairs of " + seconds_text(pair_wall_));
    sample(plan);
    return result(plan);
  }

 private:
  using Key = std::pair<std::string, std::string>;
  static constexpr std::size_t kFewestPairs = 2;  // a spread takes two

  static Key key_of(const Sides& sides) { return {sides.row.id, sides.row.device}; }

  static std::string seconds_text(Seconds seconds) {
    auto text = std::to_string(std::round(seconds.count() * 10) / 10);
    return text.substr(0, text.find('.') + 2) + " s";
  }

  void note(std::string text) { notes_.push_back(std::move(text)); }

  void run_pair(std::size_t number, bool old_first) {
    for (const bool is_new : {!old_first, old_first}) {
      auto run = world_.run(is_new, number);
      (is_new ? new_files_ : old_files_).push_back(std::move(run.results));
      pair_wall_ += run.wall;
    }
  }

  void rehearse() {
    run_pair(0, true);
    rehearsal_ = compare::sides_of(old_files_, new_files_, settings_.options);
    for (const auto& sides : rehearsal_) {
      if (sides.can_be_judged) ++judged_;
      if (sides.row.verdict == Verdict::kNotComparable) refused_.push_back(sides.row.id);
    }
    old_files_.clear();
    new_files_.clear();
  }

  std::size_t affordable_pairs() const {
    const double left = (settings_.budget - world_.elapsed()).count();
    const double wall = std::max(pair_wall_.count(), 1e-9);
    const double pairs =
        std::clamp(std::floor(left / wall), 0.0, static_cast<double>(settings_.pairs));
    const auto whole = static_cast<std::size_t>(pairs);
    return whole - whole % 2;  // whole blocks of the balanced order
  }

  void sample(const compare::Plan& plan) {
    std::mt19937_64 random(settings_.seed);
    const auto order = compare::balanced_order(plan.pairs(), random);
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (world_.elapsed() + pair_wall_ > settings_.budget) {
        note("The budget of " + seconds_text(settings_.budget) + " ended after " +
             std::to_string(i) + " of " + std::to_string(order.size()) + " planned pairs.");
        break;
      }
      pair_wall_ = {};
      run_pair(i + 1, order[i]);
      const auto& looks = plan.looks();
      if (std::find(looks.begin(), looks.end(), i + 1) == looks.end()) continue;
      if (look() == 0) return;
    }
    look();  // after a budget that ended early; elsewhere it spends nothing
  }

  // Returns how many verdicts are still unclear.
  std::size_t look() {
    std::size_t unclear = 0;
    last_ = compare::sides_of(old_files_, new_files_, settings_.options);
    for (const auto& sides : last_) {
      const auto test = tests_.find(key_of(sides));
      if (test == tests_.end()) continue;
      std::vector<double> log_ratios;
      for (std::size_t i = 0; i < sides.old_runs.size(); ++i)
        log_ratios.push_back(std::log(sides.new_runs[i].value / sides.old_runs[i].value));
      test->second.look(log_ratios, compare::step_of_pairs(sides));
      if (test->second.verdict() == Verdict::kUnclear) ++unclear;
    }
    world_.on_progress("after " + std::to_string(old_files_.size()) + " pairs: " +
                       std::to_string(unclear) + " of " + std::to_string(judged_) + " unclear");
    return unclear;
  }

  Comparison empty_comparison() const {
    return {settings_.options.metric,     better_, settings_.options.effect,
            settings_.options.error_rate, {},      notes_};
  }

  Comparison rehearsal_only() const {
    auto comparison = empty_comparison();
    for (const auto& sides : rehearsal_) comparison.rows.push_back(sides.row);
    comparison.notes.emplace_back("Judged nothing: only the rehearsal was run.");
    return comparison;
  }

  Comparison result(const compare::Plan& plan) {
    if (plan.assumes_normal())
      note(
          "So few pairs that the noise had to be assumed normal: at this error rate the "
          "signed-rank "
          "interval takes at least " +
          std::to_string(inference::signed_rank_least(plan.spent(plan.pairs()))) + ".");
    note("Runs were taken in pairs, in a balanced random order (seed " +
         std::to_string(settings_.seed) + "); after " + std::to_string(old_files_.size()) + " of " +
         std::to_string(plan.pairs()) + " planned pairs it stopped.");
    note("Chance of any false alarm in this table, over all looks: at most " +
         compare::percent(settings_.options.error_rate) + ", over " + std::to_string(judged_) +
         " compared.");
    auto comparison = empty_comparison();
    comparison.promised = judged_;
    for (auto& sides : last_) {
      auto& row = sides.row;
      const auto test = tests_.find(key_of(sides));
      if (test != tests_.end() && test->second.has_ratio()) {
        row.verdict = test->second.verdict();
        row.ratio = test->second.ratio();
        row.source = compare::Source::kPairs;
      }
      comparison.rows.push_back(std::move(row));
    }
    return comparison;
  }

  AbSettings settings_;
  const AbWorld& world_;
  results::Direction better_;
  std::vector<Sides> rehearsal_, last_;
  std::size_t judged_ = 0;
  std::vector<std::string> refused_, notes_;
  std::vector<results::ResultFile> old_files_, new_files_;
  Seconds pair_wall_{};
  std::map<Key, compare::SequentialTest> tests_;
};

}  // namespace

Comparison run_ab(const AbSettings& settings, const AbWorld& world) {
  return AbRun(settings, world).run();
}

}  // namespace tickbench::tools
