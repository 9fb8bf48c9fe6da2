// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/math/statistics/linear_regression.hpp>
#include <cmath>
#include <iterator>
#include <random>
#include <set>

#include "pairs/pairs.hpp"
#include "results/former_ids.hpp"
#include "statistics/inference.hpp"
#include "text/wording.hpp"
#include "tickbench/error.hpp"

namespace tickbench::pairs {
namespace {

using compare::Comparison;
using compare::Sides;
using compare::Verdict;

constexpr std::size_t kFewestPairs = 2;  // a spread takes two

// Until this share of the budget has gone every pair has all benchmarks, unless all of them
// together are clear before: of these pairs their mean is judged.
constexpr double kShareWithAll = 1.0 / 3;
constexpr double kMaxPairShare = 0.1;       // of what is left of the budget, for one pair
constexpr std::size_t kMostCompanions = 6;  // that run on where it helps those that are unclear

std::string seconds_text(Seconds seconds) { return fmt::format("{:.1f} s", seconds.count()); }

class AbRun {
 public:
  AbRun(const AbSettings& settings, const AbWorld& world) : settings_(settings), world_(world) {
    auto& options = settings_.options;
    options.paired = true;
    result_ = compare::empty_comparison(options);
  }

  Comparison run() {
    leave_out_equal();
    if (!equal_.empty() && changed_.empty())
      return ended("Nothing was measured: no device code and no launch differs (--all measures).");
    rehearse();
    const auto is_refused = [](const Sides& sides) {
      return sides.row.verdict == Verdict::kNotComparable;
    };
    if (judged_ == 0 || std::ranges::any_of(rehearsal_, is_refused)) {
      for (const auto& sides : rehearsal_) result_.rows.push_back(sides.row);
      return ended("Judged nothing: only the rehearsal was run.");
    }
    world_.on_progress(fmt::format("{}, one pair with all of them takes {}",
                                   text::counted(judged_, "benchmark"), seconds_text(pair_wall_)));
    sample();
    return result();
  }

 private:
  /// By id: of one that runs on several devices all have to be equal.
  void leave_out_equal() {
    const auto& options = settings_.options;
    if (options.all || !world_.check || !compare::follows_from_launches(options.metric)) return;
    const auto checked = world_.check();
    if (checked.size() != 2) return;
    const std::span files(checked);
    const auto rows = compare::make_sides(files.first(1), files.last(1), options);
    std::set<std::string> changed;
    for (const auto& sides : rows)
      if (!sides.row.is_equal_code) changed.insert(sides.row.id);
    for (const auto& sides : rows) former_.add(sides.row.id, sides.row.former_ids);
    if (!fits_filter(former_.names({changed.begin(), changed.end()}))) return;
    for (const auto& sides : rows)
      if (!changed.contains(sides.row.id)) equal_.push_back(sides.row);
    if (equal_.empty()) return;
    running_ = changed_ = {changed.begin(), changed.end()};
    world_.on_progress(
        fmt::format("{}: {}", text::counted(equal_.size(), "benchmark"), compare::kEqualCode));
  }

  Comparison ended(std::string why) {
    note(std::move(why));
    std::ranges::move(equal_, std::back_inserter(result_.rows));
    return result_;
  }

  double row_error_rate() const {
    const auto with_wall_times = std::ranges::count_if(rehearsal_, [](const Sides& sides) {
      return sides.can_be_judged && sides.wall != nullptr;
    });
    return compare::row_error_rate(settings_.options.error_rate, judged_, true,
                                   static_cast<std::size_t>(with_wall_times));
  }

  /// How many rows a run has now: an id may run on several devices.
  std::size_t rows_running() const {
    if (running_.empty()) return judged_;
    return static_cast<std::size_t>(std::ranges::count_if(rehearsal_, [&](const Sides& sides) {
      return std::ranges::find(running_, sides.row.id) != running_.end();
    }));
  }

  void run_pair(std::size_t number, bool old_first) {
    pair_size_ = run_size();
    pair_wall_ = take_pair(world_, {false, number, former_.names(running_), repetitions_},
                           old_first, old_files_, new_files_);
    if (number > 0) costs_.add(static_cast<double>(pair_size_), pair_wall_ / 2);
  }

  /// A program that does not take the filter runs all its benchmarks, to the end.
  void run_pair_or_all(std::size_t number, bool old_first) {
    try {
      run_pair(number, old_first);
    } catch (const UsageError& error) {
      if (running_.empty() && repetitions_ == 0) throw;
      running_.clear();
      equal_.clear();
      repetitions_ = 0;
      leaves_out_ = false;
      note(fmt::format("From pair {} on all benchmarks were run: those left did not run alone: {}",
                       number, error.what()));
      run_pair(number, old_first);
    }
  }

  void rehearse() {
    run_pair_or_all(0, true);
    rehearsal_ = compare::make_sides(old_files_, new_files_, settings_.options);
    for (const auto& sides : rehearsal_) former_.add(sides.row.id, sides.row.former_ids);
    judged_ = static_cast<std::size_t>(std::ranges::count(rehearsal_, true, &Sides::can_be_judged));
    pair_size_ = run_size();
    if (counts_) return;  // no pair is colder than another
    old_files_.clear();
    new_files_.clear();
  }

  /// How many repetitions a run has, those of all its rows.
  std::size_t run_size() const { return rows_running() * std::max<std::size_t>(1, repetitions_); }

  /// As the last pair, where the next one is of its size.
  Seconds next_pair_wall() const {
    const auto size = static_cast<double>(run_size()), last = static_cast<double>(pair_size_);
    if (size == last) return pair_wall_;
    const auto costs = costs_.costs();
    if (!costs) return pair_wall_ * std::max(1.0, size / last);
    return Seconds(2 * (costs->start + size * costs->repetition));
  }

  double share_gone() const {
    const auto pairs = static_cast<double>(old_files_.size());
    return std::max(world_.elapsed() / std::max(settings_.budget, Seconds(1e-9)),
                    pairs / static_cast<double>(settings_.pairs));
  }

  void sample() {
    std::mt19937_64 random(settings_.seed);
    const auto order = compare::balanced_order(settings_.pairs, random);
    auto due = counts_ ? 1 : compare::next_look(0);
    bool is_clear = false;
    const auto is_enough = [&] {
      const auto pairs = old_files_.size();
      if (pairs < due || pairs == settings_.pairs) return false;
      due = compare::next_look(due);
      looks_.push_back({pairs, compare::spending(share_gone())});
      return is_clear = look() == 0;
    };
    if (is_enough()) return;  // by counts
    const auto has_time = [&] { return world_.elapsed() + next_pair_wall() <= settings_.budget; };
    programs::take_turns(0, settings_.pairs - old_files_.size(), has_time, [&](std::size_t pair) {
      run_pair_or_all(pair, order[pair - 1]);
      return !is_enough();
    });
    if (!is_clear) end(old_files_.size());
  }

  /// The last look may spend all that is left of the error rate, wherever it comes.
  void end(std::size_t pairs) {
    looks_.push_back({pairs, 1});
    judge();
    const auto left = settings_.budget - world_.elapsed();
    const auto more = static_cast<std::size_t>(std::max(0.0, left / next_pair_wall()));
    if (pairs < kFewestPairs)
      note(
          fmt::format("The budget of {} ended after {}, and a spread takes two: nothing is "
                      "claimed. One pair takes {}: --budget {:.0f} has room for ten.",
                      seconds_text(settings_.budget), text::counted(pairs, "pair"),
                      seconds_text(pair_wall_), std::ceil(12 * pair_wall_.count())));
    else if (pairs == settings_.pairs && more >= kFewestPairs && settings_.pairs < kMostPairs)
      note(fmt::format("{} of the budget are left: all {} pairs are taken. --pairs {} takes more.",
                       seconds_text(left), pairs, std::min(pairs + more, kMostPairs)));
  }

  bool is_open(const Sides& sides) const {
    const auto& row = sides.row;
    if (!sides.can_be_judged) return false;
    return settings_.options.margin
               ? !row.is_within_margin
               : row.verdict == Verdict::kUnclear || row.verdict == Verdict::kDiffers;
  }

  // Of the rehearsal nothing is claimed, but it shows what there is.
  void judge() {
    last_ = old_files_.empty() ? rehearsal_
                               : compare::make_sides(old_files_, new_files_, settings_.options);
    result_.groups = compare::judge_all(last_, looks_, settings_.options, result_.better);
  }

  // Returns how many verdicts are still open, and leaves the others out from now on.
  std::size_t look() {
    judge();
    std::set<std::string> open;
    std::size_t count = 0;
    for (const auto& sides : last_)
      if (is_open(sides)) {
        open.insert(sides.row.id);
        ++count;
      }
    world_.on_progress(
        fmt::format("after {} pairs: {} of {} unclear", old_files_.size(), count, judged_));
    const auto of_all = std::ranges::find(result_.groups, true, &compare::GroupMean::covers_table);
    const bool is_all_clear =
        judged_ < 2 || (of_all != result_.groups.end() && of_all->verdict != Verdict::kUnclear);
    if (leaves_out_ && (is_all_clear || counts_ || share_gone() >= kShareWithAll))
      leave_only(std::move(open));
    if (count > 0 && settings_.divides_runs && leaves_out_) divide_runs();
    return count;
  }

  /// With enough others beside each that what a process does to all of them is seen.
  void leave_only(std::set<std::string> unclear) {
    const bool is_helped = std::ranges::any_of(
        last_, [&](const Sides& sides) { return is_open(sides) && sides.is_quieter_relatively; });
    for (const auto& sides : last_)
      if (is_helped && unclear.size() <= kMostCompanions && sides.is_quieter_relatively)
        unclear.insert(sides.row.id);
    running_ = changed_;
    std::vector<std::string> ids(unclear.begin(), unclear.end());
    if (ids.size() < rehearsal_.size() && fits_filter(former_.names(ids)))
      running_ = std::move(ids);
  }

  /// By the noisiest of those that are unclear: it takes longest.
  void divide_runs() {
    std::optional<VarianceShares> noisiest;
    for (const auto& sides : last_) {
      const auto shares = is_open(sides) ? variance_shares(sides) : std::nullopt;
      if (shares &&
          (!noisiest || shares->between + shares->within > noisiest->between + noisiest->within))
        noisiest = shares;
    }
    const auto costs = costs_.costs();
    if (!noisiest || !costs) {
      repetitions_ = 2;  // of which the next look sees what they bring
      return;
    }
    const double all = static_cast<double>(rows_running()) * costs->repetition;
    const auto left = (settings_.budget - world_.elapsed()).count();
    const double room = (kMaxPairShare * left / 2 - costs->start) / std::max(all, 1e-9);
    repetitions_ = std::min(best_repetitions(*noisiest, costs->start, all),
                            static_cast<std::size_t>(std::clamp(room, 1.0, 1e6)));
    world_.on_progress(fmt::format(
        "of the noisiest the spread between runs is at most {}, within one {}: {} a run",
        text::rough_percent(std::sqrt(noisiest->between)),
        text::rough_percent(std::sqrt(noisiest->within)),
        text::counted(repetitions_, "repetition")));
  }

  void note(std::string text) { result_.notes.push_back(std::move(text)); }

  void add_notes() {
    const auto assumes_normal = [](const compare::Row& row) { return row.assumes_normal; };
    if (std::ranges::any_of(last_, assumes_normal, &Sides::row))
      note(
          fmt::format("So few pairs that the noise had to be assumed normal: at this error rate "
                      "the signed-rank interval takes at least {}.",
                      inference::signed_rank_least(row_error_rate())));
    note(
        fmt::format("Runs were taken in pairs, in a balanced random order (seed {}); it stopped "
                    "after {}, and had looked {}.",
                    settings_.seed, text::counted(old_files_.size(), "pair"),
                    text::counted(looks_.size(), "time")));
    note(fmt::format(
        "Chance of any false alarm in this table, over all looks: at most {}, over {} compared{}.",
        text::percent(settings_.options.error_rate), judged_,
        old_files_.size() < compare::kFewPairs && !counts_
            ? ", if processes are not of several kinds, of clocks or placement"
            : ""));
    compare::add_commits(result_, old_files_, new_files_);
    for (auto& text : compare::canary_notes(old_files_, new_files_, settings_.options.effect))
      note(std::move(text));
  }

  /// What would settle an unclear row: so many pairs that its interval leaves 1 out, or lies within
  /// the effect.
  std::string settling_advice(const Sides& sides) const {
    const auto ratios = compare::pair_log_ratios(sides);
    const double spread = std::sqrt(compare::series_variance(ratios));
    const double distance = std::abs(inference::mean(ratios));
    const double effect = std::log1p(settings_.options.effect);
    const auto& margin = settings_.options.margin;
    const double worse =
        inference::mean(ratios) * (result_.better == metrics::Direction::kHigherIsBetter ? -1 : 1);
    const double width = margin              ? std::abs(std::log1p(*margin) - worse)
                         : distance > effect ? distance
                                             : effect - distance;
    const double alpha =
        margin ? std::min(2 * settings_.options.error_rate, 0.99) : row_error_rate();
    const double pairs =
        std::max(2 * std::pow((inference::normal_quantile(alpha) + 1) * spread / width, 2),
                 static_cast<double>(inference::signed_rank_least(alpha)));
    if (!(pairs <= static_cast<double>(kMostPairs)))
      return "more pairs than a comparison takes would settle it: a larger --effect does, longer "
             "runs, or a quieter machine";
    const double seconds =
        world_.elapsed().count() * (pairs + 1) / static_cast<double>(old_files_.size() + 1);
    return fmt::format("--budget {:.0f}{} would settle it",
                       std::ceil(std::max(seconds, 1.2 * settings_.budget.count())),
                       pairs > static_cast<double>(settings_.pairs)
                           ? fmt::format(" --pairs {:.0f}", std::ceil(pairs))
                           : "");
  }

  Comparison result() {
    add_notes();
    result_.promised = judged_;
    for (auto& sides : last_) {
      auto& row = sides.row;
      const bool is_by_wall_time = sides.wall != nullptr && !row.uses_cpu_time;
      if (is_open(sides) && row.ratio && std::isfinite(row.ratio->interval.high) &&
          !has_single_run(row) && !is_by_wall_time)
        row.reason += (row.reason.empty() ? "" : "; ") + settling_advice(sides);
      add_rehearsal_failure(row);
      result_.rows.push_back(std::move(row));
    }
    std::ranges::move(equal_, std::back_inserter(result_.rows));
    compare::name_metric(result_, settings_.options);
    return result_;
  }

  /// Its times are not judged, but a run that failed has failed.
  void add_rehearsal_failure(compare::Row& row) const {
    for (const auto& sides : rehearsal_) {
      const auto& rehearsed = sides.row;
      if (rehearsed.verdict != Verdict::kFailed || row.verdict == Verdict::kFailed ||
          rehearsed.id != row.id || rehearsed.device != row.device)
        continue;
      row.verdict = Verdict::kFailed;
      row.is_within_margin.reset();
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
  const bool counts_ = metrics::is_exact(settings_.options.metric);
  bool leaves_out_ = true;
  std::vector<std::string> running_;  ///< ids; empty: all
  std::vector<std::string> changed_;  ///< ids, beside those that are equal; empty: all
  std::vector<compare::Row> equal_;   ///< by their code and launches
  results::FormerIds former_;         ///< by which OLD may know them
  std::size_t repetitions_ = 0;       ///< 0: as the programs have it
  RunCosts costs_;
  std::vector<results::ResultFile> old_files_, new_files_;
  Seconds pair_wall_{};
  std::size_t pair_size_ = 0;  ///< `run_size` of the last pair
  std::vector<compare::Look> looks_;
};

}  // namespace

std::optional<VarianceShares> variance_shares(const compare::Sides& sides) {
  // Of repetitions, and of runs' values.
  double repetition_sum = 0, run_sum = 0, repeated = 0, single = 0, all = 0;
  for (const auto* runs : {&sides.old_runs, &sides.new_runs})
    for (const auto& run : *runs) {
      ++all;
      if (run.source != compare::SpreadSource::kRepetitions) {
        ++single;
        continue;
      }
      run_sum += run.log_error * run.log_error;
      // A single repetition shows nothing of the next one.
      if (!std::isfinite(run.freedom)) continue;
      ++repeated;
      repetition_sum += run.log_error * run.log_error * (run.freedom + 1);
    }
  const auto ratios = compare::pair_log_ratios(sides);
  if (repeated == 0 || ratios.size() < 2) return std::nullopt;
  const double within = repetition_sum / repeated;
  const double explained = (run_sum + single * within) / all;
  // Of a pair: twice that of a run.
  const double run_variance = compare::series_variance(ratios) / 2;
  // Of a variance that was taken from n - 1 degrees of freedom.
  const double error =
      std::max(run_variance, explained) * std::sqrt(2 / static_cast<double>(ratios.size() - 1));
  return VarianceShares{std::max(0.0, run_variance - explained) + error, within};
}

std::optional<RunCosts::Costs> RunCosts::costs() const {
  if (!(compare::series_variance(repetitions_) > 0)) return std::nullopt;
  const auto [start, repetition] =
      boost::math::statistics::simple_ordinary_least_squares(repetitions_, walls_);
  return repetition > 0 ? Costs{std::max(0.0, start), repetition}
                        : Costs{inference::mean(walls_), 0};
}

std::size_t best_repetitions(const VarianceShares& shares, double start, double repetition) {
  if (shares.within <= 0) return 1;
  if (shares.between <= 0 || repetition <= 0) return kMostRepetitions;
  const double best = std::sqrt(start / repetition * shares.within / shares.between);
  return static_cast<std::size_t>(
      std::lround(std::clamp(best, 1.0, static_cast<double>(kMostRepetitions))));
}

Seconds take_pair(const AbWorld& world, AbRequest request, bool old_first,
                  std::vector<results::ResultFile>& old_files,
                  std::vector<results::ResultFile>& new_files) {
  std::array<ProgramRun, 2> runs;
  for (const bool is_new : {!old_first, old_first}) {
    request.is_new = is_new;
    runs.at(is_new ? 1 : 0) = world.run(request);
  }
  old_files.push_back(std::move(runs[0].results));
  new_files.push_back(std::move(runs[1].results));
  return runs[0].wall + runs[1].wall;
}

Comparison run_ab(const AbSettings& settings, const AbWorld& world) {
  return AbRun(settings, world).run();
}

}  // namespace tickbench::pairs
