// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "pairs/ab_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <random>
#include <set>
#include <utility>

#include "compare/sequential.hpp"
#include "compare/sequential_table.hpp"
#include "compare/table.hpp"
#include "pairs/ab_shares.hpp"
#include "statistics/inference.hpp"
#include "text/wording.hpp"
#include "tickbench/error.hpp"

namespace tickbench::pairs {
namespace {

using compare::Comparison;
using compare::Sides;
using compare::Verdict;

constexpr std::size_t kFewestPairs = 2;  // a spread takes two

// How many more pairs are planned for than fit with all benchmarks: a run costs a start as well.
constexpr std::size_t kMostGrowth = 3;

// That run on where it helps those that are unclear.
constexpr std::size_t kMostCompanions = 6;

// A command line holds 128 KiB of one argument.
constexpr std::size_t kLongestFilter = 60000;

std::string seconds_text(Seconds seconds) { return fmt::format("{:.1f} s", seconds.count()); }

class AbRun {
 public:
  AbRun(const AbSettings& settings, const AbWorld& world) : settings_(settings), world_(world) {
    auto& options = settings_.options;
    options.paired = true;
    result_ = compare::empty_comparison(options);
  }

  Comparison run() {
    rehearse();
    if (judged_ == 0 || is_refused_) return rehearsal_only();
    const auto pairs = affordable_pairs();
    if (pairs < kFewestPairs) {
      result_.notes.push_back(
          fmt::format("The budget of {} allows too few pairs; one pair takes {}.",
                      seconds_text(settings_.budget), seconds_text(pair_wall_)));
      return rehearsal_only();
    }
    const auto most =
        std::min({settings_.pairs, kMostPairs, judged_ > 1 ? kMostGrowth * pairs : pairs});
    const compare::Plan plan(pairs, most, error_rate() / static_cast<double>(judged_));
    tests_.emplace(plan, rehearsal_, settings_.options, result_.better);
    world_.on_progress(fmt::format("{} benchmarks, {} pairs of {} with all of them", judged_, pairs,
                                   seconds_text(pair_wall_)));
    sample(plan);
    return result(plan);
  }

 private:
  double error_rate() const { return settings_.options.error_rate; }

  void run_pair(std::size_t number, bool old_first) {
    AbRequest request{false, number, running_, repetitions_};
    std::array<std::optional<results::ResultFile>, 2> files;
    pair_wall_ = {};
    for (const bool is_new : {!old_first, old_first}) {
      request.is_new = is_new;
      auto run = world_.run(request);
      files.at(is_new ? 1 : 0) = std::move(run.results);
      pair_wall_ += run.wall;
      const auto count = running_.empty() ? judged_ : running_.size();
      if (number > 0)
        costs_.add(static_cast<double>(count * std::max<std::size_t>(1, repetitions_)), run.wall);
    }
    old_files_.push_back(std::move(*files.at(0)));
    new_files_.push_back(std::move(*files.at(1)));
  }

  /// A program that does not take the filter runs all its benchmarks, to the end.
  void run_pair_or_all(std::size_t number, bool old_first) {
    try {
      run_pair(number, old_first);
    } catch (const UsageError& error) {
      if (running_.empty() && repetitions_ == 0) throw;
      running_.clear();
      repetitions_ = 0;
      leaves_out_ = false;
      result_.notes.push_back(
          fmt::format("From pair {} on all benchmarks were run: those left did not run alone: {}",
                      number, error.what()));
      run_pair(number, old_first);
    }
  }

  void rehearse() {
    run_pair(0, true);
    rehearsal_ = compare::sides_of(old_files_, new_files_, settings_.options);
    for (const auto& sides : rehearsal_) {
      if (sides.can_be_judged) ++judged_;
      if (sides.row.verdict == Verdict::kNotComparable) is_refused_ = true;
    }
    old_files_.clear();
    new_files_.clear();
  }

  std::size_t affordable_pairs() const {
    const double pairs =
        (settings_.budget - world_.elapsed()) / std::max(pair_wall_, Seconds(1e-9));
    const auto whole =
        static_cast<std::size_t>(std::clamp(pairs, 0.0, static_cast<double>(settings_.pairs)));
    return whole - whole % 2;  // whole blocks of the balanced order
  }

  void sample(const compare::Plan& plan) {
    std::mt19937_64 random(settings_.seed);
    const auto order = compare::balanced_order(plan.pairs, random);
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (world_.elapsed() + pair_wall_ > settings_.budget) {
        if (i < plan.pairs_of_all)
          result_.notes.push_back(
              fmt::format("The budget of {} ended after {} of {} planned pairs.",
                          seconds_text(settings_.budget), i, plan.pairs_of_all));
        return;
      }
      run_pair_or_all(i + 1, order[i]);
      if (plan.has_look_at(i + 1) && look(plan) == 0) return;
    }
    tell_of_unspent_budget(plan);
  }

  /// The number of pairs is fixed before the first one is judged, by what one took then.
  void tell_of_unspent_budget(const compare::Plan& plan) {
    const auto left = settings_.budget - world_.elapsed();
    const auto more = static_cast<std::size_t>(left / std::max(pair_wall_, Seconds(1e-9)));
    if (more < kFewestPairs) return;
    result_.notes.push_back(fmt::format(
        "{} of the budget are left: all {} pairs are taken that were planned.{}",
        seconds_text(left), plan.pairs,
        plan.pairs < kMostPairs
            ? fmt::format(" --pairs {} plans more.", std::min(plan.pairs + more, kMostPairs))
            : ""));
  }

  // Returns how many verdicts are still unclear, and leaves the others out from now on.
  std::size_t look(const compare::Plan& plan) {
    last_ = compare::sides_of(old_files_, new_files_, settings_.options);
    tests_->look(last_);
    std::set<std::string> unclear;
    std::size_t count = 0;
    for (const auto& sides : last_)
      if (const auto* test = tests_->test_of(sides);
          test != nullptr && test->verdict == Verdict::kUnclear) {
        unclear.insert(sides.row.id);
        ++count;
      }
    world_.on_progress(
        fmt::format("after {} pairs: {} of {} unclear", old_files_.size(), count, judged_));
    if (leaves_out_) leave_only(std::move(unclear));
    if (count > 0 && settings_.divides_runs && leaves_out_ && old_files_.size() < plan.pairs)
      divide_runs();
    return count;
  }

  /// With enough others beside each that what a process does to all of them is seen.
  void leave_only(std::set<std::string> unclear) {
    for (const auto& sides : last_)
      if (unclear.size() <= kMostCompanions && tests_->is_relative(sides))
        unclear.insert(sides.row.id);
    std::size_t length = 0;
    for (const auto& id : unclear) length += 2 * id.size() + 1;
    running_.clear();
    if (unclear.size() < rehearsal_.size() && length < kLongestFilter)
      running_.assign(unclear.begin(), unclear.end());
  }

  /// By the noisiest of those that are unclear: it takes longest.
  void divide_runs() {
    std::optional<VarianceShares> noisiest;
    bool is_known = false;
    for (const auto& sides : last_) {
      const auto* test = tests_->test_of(sides);
      if (test == nullptr || test->verdict != Verdict::kUnclear) continue;
      const auto shares = variance_shares(sides);
      if (!shares) continue;
      is_known = true;
      if (!noisiest || shares->between + shares->within > noisiest->between + noisiest->within)
        noisiest = shares;
    }
    const auto costs = costs_.costs();
    if (!is_known || !costs) {
      repetitions_ = 2;  // of which the next look sees what they bring
      return;
    }
    const auto count = static_cast<double>(running_.empty() ? judged_ : running_.size());
    repetitions_ = best_repetitions(*noisiest, costs->start, count * costs->repetition);
    world_.on_progress(fmt::format(
        "of the noisiest the spread between runs is {}, within one {}: {} repetitions a run",
        text::rough_percent(std::sqrt(noisiest->between)),
        text::rough_percent(std::sqrt(noisiest->within)), repetitions_));
  }

  Comparison rehearsal_only() {
    for (const auto& sides : rehearsal_) result_.rows.push_back(sides.row);
    result_.notes.emplace_back("Judged nothing: only the rehearsal was run.");
    return result_;
  }

  void add_notes(const compare::Plan& plan) {
    if (plan.assumes_normal)
      result_.notes.push_back(fmt::format(
          "So few pairs that the noise had to be assumed normal: at this error rate the "
          "signed-rank interval takes at least {}.",
          inference::signed_rank_least(plan.alpha)));
    result_.notes.push_back(
        fmt::format("Runs were taken in pairs, in a balanced random order (seed {}); after {} "
                    "pairs it stopped, of {} planned with all benchmarks.",
                    settings_.seed, old_files_.size(), plan.pairs_of_all));
    result_.notes.push_back(
        fmt::format("Chance of any false alarm in this table, over all looks: at most {}, over {} "
                    "compared.",
                    text::percent(error_rate()), judged_));
    result_.old_commit = compare::commits_of(old_files_);
    result_.new_commit = compare::commits_of(new_files_);
    if (!result_.old_commit.empty() || !result_.new_commit.empty())
      result_.notes.push_back(compare::commits_note(result_));
    for (auto& note : compare::canary_notes(old_files_, new_files_, settings_.options.effect))
      result_.notes.push_back(std::move(note));
  }

  /// Of the pairs that have all members, by looks of their own.
  void add_groups(const compare::Plan& plan) {
    const compare::Plan own(plan.pairs_of_all, plan.pairs, error_rate());
    for (auto& group : compare::groups_of(last_)) {
      const auto ratios = compare::mean_log_ratios(group);
      compare::OverLooks looks(own);
      const auto& centre = looks.go_on(ratios);
      if (!centre || !std::isfinite(centre->interval.high)) continue;
      group.mean.old_runs = group.mean.new_runs = ratios.size();
      group.mean.ratio = compare::ratio_of(*centre);
      result_.groups.push_back(std::move(group.mean));
    }
  }

  Comparison result(const compare::Plan& plan) {
    last_ = compare::sides_of(old_files_, new_files_, settings_.options);
    add_notes(plan);
    add_groups(plan);
    result_.promised = judged_;
    for (auto& sides : last_) {
      auto& row = sides.row;
      tests_->judge(sides);
      add_failure_of_rehearsal(row);
      result_.rows.push_back(std::move(row));
    }
    return result_;
  }

  /// Its times are not judged, but a run that failed has failed.
  void add_failure_of_rehearsal(compare::Row& row) const {
    for (const auto& sides : rehearsal_) {
      const auto& rehearsed = sides.row;
      if (rehearsed.verdict != Verdict::kFailed || row.verdict == Verdict::kFailed ||
          rehearsed.id != row.id || rehearsed.device != row.device)
        continue;
      row.verdict = Verdict::kFailed;
      row.ratio.reset();
      row.p_adjusted.reset();
      row.reason = "in the rehearsal: " + rehearsed.reason;
    }
  }

  AbSettings settings_;
  const AbWorld& world_;
  Comparison result_;
  std::vector<Sides> rehearsal_, last_;
  std::size_t judged_ = 0;
  bool is_refused_ = false, leaves_out_ = true;
  std::vector<std::string> running_;  ///< ids; empty: all
  std::size_t repetitions_ = 0;       ///< 0: as the programs have it
  RunCosts costs_;
  std::vector<results::ResultFile> old_files_, new_files_;
  Seconds pair_wall_{};
  std::optional<compare::SequentialTable> tests_;
};

}  // namespace

Comparison run_ab(const AbSettings& settings, const AbWorld& world) {
  return AbRun(settings, world).run();
}

}  // namespace tickbench::pairs
