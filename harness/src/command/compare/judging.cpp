// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <tuple>

#include "compare/table.hpp"

namespace tickbench::compare {
namespace {

// Of the error rate, for the geometric means: noise that all have in common is seen by them alone.
constexpr double kMeansShare = 0.4;
// Of that share, for the mean of all where there are others.
constexpr double kTableShare = 0.5;

// Where more of the others differ than this, they are no ground to stand on.
constexpr double kMostDiffering = 0.25;

// Of few pairs, whose processes may be of several kinds; where their spread is known none is added.
double few_pairs_effect(const Options& options, std::size_t pairs) {
  return options.paired && pairs < kFewPairs && !options.run_spread ? 0.09 : 0;
}

double chosen_effect(const Options& options, std::size_t pairs) {
  return std::max(options.effect, few_pairs_effect(options, pairs));
}

std::vector<double> to_logs(const std::vector<RunValue>& runs, double shift = 0) {
  std::vector<double> logs;
  for (const auto& run : runs) logs.push_back(std::log(run.value) - shift);
  return logs;
}

double log_ratio(double from, double to) {
  const double ratio = to / from;
  // The ratio of two numbers may be none.
  return std::isnormal(ratio) ? std::log(ratio) : std::log(to) - std::log(from);
}

double coarsest_step(const std::vector<RunValue>& runs) {
  return runs.empty() ? 0 : std::ranges::max(runs, {}, &RunValue::step).step;
}

// Within one run as between runs: values that round alike do not average out.
double squared_error(const RunValue& run) {
  return std::max(run.log_error * run.log_error, inference::rounding_variance(run.step));
}

// One run a side: the spread within each, and the spread between runs where it is known.
inference::Centre within_runs(const Sides& sides, const Options& options, double alpha,
                              double shift) {
  const auto &from = sides.old_runs[0], &to = sides.new_runs[0];
  const double estimate = log_ratio(from.value, to.value) - shift;
  const double a = squared_error(from), b = squared_error(to);
  const double between = 2 * std::pow(options.run_spread.value_or(0), 2);
  // Welch and Satterthwaite's degrees of freedom.
  const double spent = a * a / from.freedom + b * b / to.freedom, total = a + b + between;
  if (total == 0) return inference::unlimited(estimate, alpha);  // equal repetitions
  const auto freedom = spent > 0 ? total * total / spent : std::numeric_limits<double>::infinity();
  return inference::around(estimate, std::sqrt(total), freedom, alpha);
}

inference::Centre find_centre(const Sides& sides, const Options& options, double alpha,
                              double shift = 0) {
  if (sides.old_runs.size() + sides.new_runs.size() < 3)
    return within_runs(sides, options, alpha, shift);
  return centre_between(to_logs(sides.old_runs), to_logs(sides.new_runs, shift), options, alpha,
                        coarsest_step(sides.old_runs), coarsest_step(sides.new_runs));
}

SpreadSource spread_source(const Sides& sides, const Options& options) {
  if (sides.old_runs.size() + sides.new_runs.size() < 3)
    return std::max(sides.old_runs[0].source, sides.new_runs[0].source);
  return options.paired ? SpreadSource::kPairs : SpreadSource::kRuns;
}

void limit(Row& row, const Options& options) {
  if (!std::isnormal(row.ratio->value))
    row.reason = "the sides lie too far apart for a ratio";
  else if (!std::isfinite(row.ratio->interval.high) && row.reason.empty())
    row.reason = row.old_spread.value_or(0) + row.new_spread.value_or(0) > 0
                     ? "no interval yet, at this error rate"
                     : "equal values: too few for a spread, at this error rate";
  if (!has_single_run(row) || options.run_spread || row.source == SpreadSource::kNone) return;
  row.verdict = Verdict::kUnclear;
  row.reason = "one run cannot show the spread between runs: nothing is claimed";
  row.is_noted = true;
}

void show_alone(Sides& sides, const Options& options, double alpha) {
  auto& row = sides.row;
  row.source = spread_source(sides, options);
  if (row.source == SpreadSource::kNone && !options.run_spread) {
    const double ratio = sides.new_runs[0].value / sides.old_runs[0].value;
    row.ratio = Estimate{ratio, {0, std::numeric_limits<double>::infinity(), 1}};
    row.reason = "one value a side, and nothing on its spread";
    row.is_noted = true;
  } else {
    row.ratio = to_ratio(find_centre(sides, options, alpha));
  }
  limit(row, options);
}

bool claims_a_difference(Verdict verdict) {
  return verdict == Verdict::kSlower || verdict == Verdict::kFaster || verdict == Verdict::kChanged;
}

bool may_claim(const Sides& sides, const Options& options) {
  return sides.can_be_judged && (!has_single_run(sides.row) || options.run_spread);
}

/// What one test says at the step of Holm's method at which it stands.
struct Answer {
  std::optional<inference::Centre> centre{};
  double p = 1;  ///< adjusted
  double alpha = 0;
  bool is_rejected = false;

  Verdict verdict(double effect, std::optional<metrics::Direction> better) const {
    if (!is_rejected) return Verdict::kUnclear;
    const auto found = judge(to_ratio(*centre), effect, better);
    return claims_a_difference(found) ? found : Verdict::kUnclear;
  }
};

/// Holm's method (Scand. J. Stat. 6, 1979), where each p depends on the error rate of its step:
/// what is rejected leaves more of `rate` to the others. `family`: of how many tests. An adjusted p
/// is to be held against `error_rate`, of which `rate` is a share.
std::vector<Answer> by_holm(std::span<const Question> questions, double rate, std::size_t family,
                            double error_rate) {
  std::vector<Answer> answers(questions.size());
  auto tests = static_cast<double>(family);
  for (bool has_rejected = true; std::exchange(has_rejected, false);) {
    const double divisor = tests;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      auto& answer = answers[i];
      if (answer.is_rejected) continue;
      answer.alpha = rate / divisor;
      answer.centre = questions[i](answer.alpha, 0);
      answer.p = answer.centre ? std::min(1.0, divisor * answer.centre->p * error_rate / rate) : 1;
      answer.is_rejected = answer.p <= error_rate;
      if (!answer.is_rejected) continue;
      has_rejected = true;
      --tests;
    }
  }
  return answers;
}

/// The ratio and its p where a relevant difference is excluded, at a Bonferroni share of the rate.
std::optional<std::pair<Estimate, double>> find_sameness(const Question& question,
                                                         const Options& options, double rate,
                                                         double tests) {
  const double alpha = rate / tests;
  const auto centre = question(alpha, 0);
  if (!centre || judge(to_ratio(*centre), options.effect, std::nullopt) != Verdict::kSame)
    return std::nullopt;
  const double effect = std::log1p(options.effect);
  const double p = std::max(question(alpha, effect)->p, question(alpha, -effect)->p);
  return std::pair(to_ratio(*centre), std::min(1.0, tests * p * options.error_rate / rate));
}

/// Of differences in any of so many rows.
double rows_error_rate(double error_rate, std::size_t rows) {
  return rows > 1 ? (1 - kMeansShare) * error_rate : error_rate;
}

bool allows_companions(std::size_t rows, bool is_paired) {
  return is_paired && rows > kMinCompanions;
}

/// Of rows: each by itself, and beside the others where there are enough.
std::size_t question_count(std::size_t rows, bool is_paired, std::size_t with_wall_times) {
  return (allows_companions(rows, is_paired) ? 2 : 1) * rows + with_wall_times;
}

Sides with_wall_times(const Sides& sides) {
  Sides other = sides;
  std::tie(other.old_runs, other.new_runs) = *sides.wall;
  return other;
}

/// Wall over processor time.
Sides make_waiting_sides(const Sides& sides) {
  auto waiting = with_wall_times(sides);
  for (const auto runs : {&Sides::old_runs, &Sides::new_runs})
    for (std::size_t i = 0; i < (sides.*runs).size(); ++i)
      (waiting.*runs)[i].value /= (sides.*runs)[i].value;
  return waiting;
}

class Judge {
 public:
  Judge(std::span<Sides> all, std::span<const Look> looks, const Options& options,
        std::optional<metrics::Direction> better)
      : looks_(looks), options_(options), better_(better) {
    std::size_t pairs = 0;
    for (auto& sides : all) {
      if (!may_claim(sides, options)) continue;
      rows_.push_back(&sides);
      for (const auto& run : sides.old_runs) pairs = std::max<std::size_t>(pairs, run.file + 1);
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const auto& sides = *rows_[i];
      if (options.paired) series_.push_back(make_series(sides, pairs));
      questions_.push_back(asked(sides, pairs));
      if (sides.wall == nullptr || has_single_run(sides.row)) continue;
      wall_times_.push_back(
          {i, asked(companion_values_.emplace_back(make_waiting_sides(sides)), pairs),
           asked(companion_values_.emplace_back(with_wall_times(sides)), pairs)});
    }
  }

  std::size_t rows() const { return rows_.size(); }

  void judge_rows(double rate) {
    const bool has_companions = allows_companions(rows_.size(), options_.paired);
    const auto family = question_count(rows_.size(), options_.paired, wall_times_.size());
    if (has_companions) {
      look_relatively(by_holm(questions_, rate, family, options_.error_rate));
      look_at_ground();
    }
    for (const auto& one : wall_times_) questions_.push_back(one.waiting);
    const auto answers = by_holm(questions_, rate, family, options_.error_rate);
    const auto waiting = std::span(answers).last(wall_times_.size());
    const auto relative_answers =
        std::span(answers).subspan(rows_.size()).first(has_companions ? rows_.size() : 0);
    const bool has_ground = has_companions && is_ground(relative_answers);
    static const Answer kNone;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      judge_row(i, answers[i], has_companions ? relative_answers[i] : kNone, has_ground);
    for (std::size_t i = 0; i < wall_times_.size(); ++i) judge_waiting(wall_times_[i], waiting[i]);
  }

 private:
  /// Beside processor times.
  struct WallTimes {
    std::size_t row = 0;
    Question waiting, wall;
  };

  Question asked(const Sides& sides, std::size_t pairs) const {
    // One pair has no spread of its own.
    if (!options_.paired || sides.old_runs.size() < 2)
      return [this, &sides](double alpha, double shift) {
        return std::optional(find_centre(sides, options_, alpha, shift));
      };
    auto series = make_series(sides, pairs);
    return ask_of_pairs(looks_, std::move(series.ratios), series.step);
  }

  // Google Benchmark's processor time is that of one thread: what waits, or works elsewhere, shows
  // in the wall time alone.
  void judge_waiting(const WallTimes& asked, const Answer& waiting) {
    auto& row = rows_[asked.row]->row;
    const bool is_found =
        waiting.verdict(chosen_effect(options_, row.old_runs), std::nullopt) != Verdict::kUnclear;
    if (!is_found || waiting.centre->value < 0) return;
    // What waits more has to lie within the margin by its wall time as well.
    if (options_.margin && row.is_within_margin != false)
      if (const auto by_wall = exceeds_margin(row, asked.wall); by_wall != true)
        row.is_within_margin = by_wall;
    if (row.verdict == Verdict::kSlower) return;
    const auto wall = asked.wall(waiting.alpha, 0);
    const bool is_slower = wall && judge(to_ratio(*wall), chosen_effect(options_, row.old_runs),
                                         better_) == Verdict::kSlower;
    if (!is_slower && row.verdict == Verdict::kDiffers) return;
    row.reason = fmt::format(
        "its wall time {}: it waits more, wall over processor time grew {:.4f} times; its "
        "processor time alone is {}, {:.4f}",
        is_slower ? "is slower" : "is not known to be as good", std::exp(waiting.centre->value),
        to_string(row.verdict), row.ratio->value);
    row.verdict = is_slower ? Verdict::kSlower : Verdict::kUnclear;
    row.is_relative = row.uses_cpu_time = false;
    row.p_adjusted = waiting.p;
    if (wall) row.ratio = to_ratio(*wall);
    const auto& [before, now] = *rows_[asked.row]->wall;
    row.old_value = median_value(before);
    row.new_value = median_value(now);
  }

  std::optional<bool> exceeds_margin(const Row& row, const Question& question) const {
    // One-sided at the whole rate.
    const auto centre = question(std::min(2 * options_.error_rate, 0.99), 0);
    if (!centre || !better_) return std::nullopt;
    const bool is_less_better = better_ == metrics::Direction::kLowerIsBetter;
    const double most = std::log1p(*options_.margin);
    const double kinds = std::log1p(few_pairs_effect(options_, row.old_runs));
    const double worst = is_less_better ? centre->interval.high : -centre->interval.low;
    const double least = is_less_better ? centre->interval.low : -centre->interval.high;
    if (worst + kinds <= most) return true;
    return least - kinds > most ? std::optional(false) : std::nullopt;
  }

  void look_relatively(const std::vector<Answer>& by_themselves) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      has_changed_.push_back(find_verdict(i, by_themselves[i]) != Verdict::kUnclear);
    auto ground = has_changed_;
    ground.flip();
    const auto beside = compare::relative_ratios(series_, ground);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      questions_.push_back(ask_of_pairs(looks_, beside[i], series_[i].step));
      rows_[i]->is_quieter_relatively =
          !beside[i].empty() &&
          series_variance(beside[i]) < kQuieter * series_variance(series_[i].ratios);
    }
  }

  bool is_ground(std::span<const Answer> beside) const {
    double differing = 0, all = 0;
    for (std::size_t i = 0; i < beside.size(); ++i) {
      if (has_changed_[i]) continue;
      ++all;
      if (find_verdict(i, beside[i]) != Verdict::kUnclear) ++differing;
    }
    return differing <= kMostDiffering * all;
  }

  Verdict find_verdict(std::size_t i, const Answer& answer) const {
    return answer.verdict(chosen_effect(options_, rows_[i]->old_runs.size()), better_);
  }

  /// What the mean of those says that have not changed by themselves.
  void look_at_ground() {
    std::vector<double> means(series_.front().ratios.size(), 0), counts(means.size(), 0);
    for (std::size_t i = 0; i < series_.size(); ++i)
      for (std::size_t pair = 0; pair < means.size() && !has_changed_[i]; ++pair)
        if (const double ratio = series_[i].ratios[pair]; !std::isnan(ratio)) {
          means[pair] += ratio;
          ++counts[pair];
        }
    for (std::size_t pair = 0; pair < means.size(); ++pair) means[pair] /= counts[pair];
    if (const auto centre = centre_over(looks_, means, mean_error_rate(options_.error_rate))) {
      ground_ = to_ratio(*centre);
      ground_verdict_ = judge(*ground_, options_.effect, better_);
    }
  }

  /// What stands out as better may stand still while most others got worse, unless their mean
  /// excludes as much, or looks better itself.
  bool may_be_companions(const Answer& beside) const {
    if (!ground_) return true;
    const double side = beside.centre->value < 0 ? 1 : -1;
    const auto& [low, high, level] = ground_->interval;
    const double worst = side * std::log(side > 0 ? high : low);
    const double others = side * std::log(ground_->value);
    const double error = (worst - others) / inference::normal_quantile(1 - level);
    return others > -kClearly * error && worst >= std::abs(beside.centre->value);
  }

  /// Of a row that says nothing by itself.
  Verdict relative_verdict(std::size_t i, const Answer& itself, const Answer& beside,
                           bool has_ground) const {
    if (!itself.centre || !beside.centre) return Verdict::kUnclear;
    const auto found = find_verdict(i, beside);
    if (found == Verdict::kUnclear) return found;
    const double side = beside.centre->value > 0 ? 1 : -1;
    const bool is_contradicted = side * standard_score(series_[i].ratios) < -kContradicting;
    if (found == Verdict::kSlower) {
      // What is faster by its own figures, or where all are, is not slower beside others.
      if (is_contradicted || ground_verdict_ == Verdict::kFaster) return Verdict::kUnclear;
      return has_ground ? found : Verdict::kDiffers;
    }
    if (found == Verdict::kChanged) return has_ground ? found : Verdict::kUnclear;
    if (ground_verdict_ != Verdict::kFaster && may_be_companions(beside)) return Verdict::kDiffers;
    return has_ground && !is_contradicted ? found : Verdict::kUnclear;
  }

  void judge_row(std::size_t i, const Answer& itself, const Answer& beside, bool has_ground) {
    auto& row = rows_[i]->row;
    row.source = spread_source(*rows_[i], options_);
    if (options_.margin) row.is_within_margin = exceeds_margin(row, questions_[i]);
    const auto rest_on = [&](const Answer& answer, Verdict verdict) {
      row.verdict = verdict;
      row.p_adjusted = answer.p;
      row.ratio = answer.centre ? std::optional(to_ratio(*answer.centre)) : std::nullopt;
      row.assumes_normal =
          options_.paired && assumes_normal(looks_, series_[i].ratios, answer.alpha);
      row.is_relative = &answer == &beside;
      if (!row.is_relative) return;
      const auto own = to_ratio(*itself.centre);
      row.reason = fmt::format("beside the others of the same runs; by itself {} {}",
                               ratio_text(own), interval_text(own));
    };
    const auto same = [&] {
      return find_sameness(questions_[i], options_, options_.error_rate,
                           static_cast<double>(rows_.size()));
    };
    if (const auto by_itself = find_verdict(i, itself); by_itself != Verdict::kUnclear) {
      rest_on(itself, by_itself);
    } else if (const auto sameness = same()) {
      rest_on(itself, Verdict::kSame);
      std::tie(row.ratio, row.p_adjusted) = *sameness;
    } else if (const auto by_companions = relative_verdict(i, itself, beside, has_ground);
               by_companions != Verdict::kUnclear) {
      rest_on(beside, by_companions);
      if (by_companions == Verdict::kDiffers)
        row.reason += find_verdict(i, beside) == Verdict::kSlower
                          ? "; whether it is slower or the others are faster is not known"
                          : "; whether it is faster or the others are slower is not known";
    } else {
      rest_on(itself, Verdict::kUnclear);
    }
    if (row.ratio) limit(row, options_);
  }

  static constexpr double kContradicting = 1, kClearly = 1.5;  // standard errors
  static constexpr double kQuieter = 0.5;                      // of the variance

  std::span<const Look> looks_;
  const Options& options_;
  std::optional<metrics::Direction> better_;
  std::vector<Sides*> rows_;
  std::vector<PairSeries> series_;
  std::vector<Question> questions_;  ///< of each row, of each beside the others, of each wait
  std::vector<WallTimes> wall_times_;
  std::deque<Sides> companion_values_;  ///< what they ask of
  std::vector<bool> has_changed_;
  std::optional<Estimate> ground_;  ///< the mean of those that have not
  Verdict ground_verdict_ = Verdict::kUnclear;
};

void judge_means(std::span<Group*> groups, std::span<const Look> looks, const Options& options,
                 std::optional<metrics::Direction> better, double rate) {
  std::vector<Question> questions;
  for (const auto* group : groups) questions.push_back(make_question(*group, looks, options));
  const auto answers = by_holm(questions, rate, questions.size(), options.error_rate);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    auto& mean = groups[i]->mean;
    const auto& answer = answers[i];
    if (!answer.centre || !std::isfinite(answer.centre->interval.high)) continue;
    mean.ratio = to_ratio(*answer.centre);
    mean.p_adjusted = answer.p;
    mean.verdict = answer.verdict(chosen_effect(options, mean.old_runs), better);
    if (mean.verdict != Verdict::kUnclear) continue;
    const auto tests = static_cast<double>(questions.size());
    const auto same = find_sameness(questions[i], options, rate, tests);
    if (!same) continue;
    mean.verdict = Verdict::kSame;
    std::tie(mean.ratio, mean.p_adjusted) = *same;
  }
}

std::vector<GroupMean> judge_means(std::span<const Sides> all, std::span<const Look> looks,
                                   const Options& options, std::optional<metrics::Direction> better,
                                   double rate) {
  auto groups = make_groups(all);
  std::vector<Sides> wall_times;
  for (const auto& sides : all)
    if (sides.can_be_judged && sides.wall != nullptr && !has_single_run(sides.row))
      wall_times.push_back(with_wall_times(sides));
  if (wall_times.size() > 1) groups.push_back(make_wall_group(wall_times));
  std::vector<Group*> of_all, others;
  for (auto& group : groups) (group.mean.covers_table ? of_all : others).push_back(&group);
  const double share = others.empty() ? 1 : kTableShare;
  judge_means(of_all, looks, options, better, share * rate);
  judge_means(others, looks, options, better, (1 - share) * rate);
  std::vector<GroupMean> means;
  for (auto& group : groups)
    if (group.mean.p_adjusted) means.push_back(std::move(group.mean));
  return means;
}

}  // namespace

inference::Centre centre_between(const std::vector<double>& before, const std::vector<double>& now,
                                 const Options& options, double alpha, double old_step,
                                 double new_step) {
  if ((before.size() == 1 || now.size() == 1) && options.run_spread.value_or(0) > 0)
    return inference::known_spread_difference(before, now, *options.run_spread, alpha);
  // The rank sum needs no normality, but as many orders as the error rate is small.
  const bool has_orders = inference::separation_probability(before.size(), now.size()) <= alpha;
  return (has_orders ? inference::rank_sum : inference::welch)(before, now, alpha, old_step,
                                                               new_step);
}

std::vector<double> pair_log_ratios(const Sides& sides) {
  std::vector<double> log_ratios;
  for (std::size_t i = 0; i < sides.old_runs.size(); ++i)
    log_ratios.push_back(log_ratio(sides.old_runs[i].value, sides.new_runs[i].value));
  return log_ratios;
}

double pair_step(const Sides& sides) {
  return std::hypot(coarsest_step(sides.old_runs), coarsest_step(sides.new_runs));
}

double row_error_rate(double error_rate, std::size_t rows, bool is_paired,
                      std::size_t with_wall_times) {
  const auto tests = question_count(rows, is_paired, with_wall_times);
  return rows_error_rate(error_rate, rows) / static_cast<double>(std::max<std::size_t>(tests, 1));
}

double mean_error_rate(double error_rate) { return kMeansShare * error_rate; }

std::vector<GroupMean> judge_all(std::span<Sides> all, std::span<const Look> looks,
                                 const Options& options, std::optional<metrics::Direction> better) {
  const auto judged = static_cast<double>(std::ranges::count(all, true, &Sides::can_be_judged));
  for (auto& sides : all)
    if (sides.can_be_judged && !may_claim(sides, options))
      show_alone(sides, options, options.error_rate / judged);
  auto means = judge_means(all, looks, options, better, mean_error_rate(options.error_rate));
  Judge judge(all, looks, options, better);
  judge.judge_rows(rows_error_rate(options.error_rate, judge.rows()));
  return means;
}

}  // namespace tickbench::compare
