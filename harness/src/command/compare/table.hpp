// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <utility>

#include "compare/compare.hpp"
#include "compare/looks.hpp"
#include "statistics/inference.hpp"

/// The values of each benchmark on both sides; how the rows of a table are judged together.
namespace tickbench::compare {

/// One run's value of one metric, and what the run itself says about its spread.
struct RunValue {
  double value = 0;
  SpreadSource source = SpreadSource::kNone;
  std::uint32_t file = 0;  ///< which of the side's files has it
  /// The standard error of log(value) within the run; it knows nothing of other runs.
  double log_error = 0;
  double freedom = std::numeric_limits<double>::infinity();  ///< of the error
  /// What the clock's step rounds log(value) to; 0 where the file does not say.
  double step = 0;
};

/// A benchmark's values, or the verdict where there is nothing to judge.
struct Sides {
  Row row;                                   ///< verdict kUnclear where the sides can be judged
  std::vector<RunValue> old_runs, new_runs;  ///< paired: equally many, in order
  /// The wall times of the same runs, where processor times were chosen: of both sides, or null.
  std::shared_ptr<const std::pair<std::vector<RunValue>, std::vector<RunValue>>> wall;
  bool can_be_judged = false;
  bool is_quieter_relatively = false;  ///< the others explain most of its noise
};

/// What of each benchmark can be judged. Throws UsageError where paired sides differ in number.
std::vector<Sides> make_sides(Runs old_files, Runs new_files, const Options& options);

/// Whether a metric is a time of the device, which equal code and launches make equal.
bool follows_from_launches(std::string_view metric);

std::optional<double> median_value(const std::vector<RunValue>& runs);

/// log(new / old) of every pair.
std::vector<double> pair_log_ratios(const Sides& sides);

/// What the clocks' steps round them to; 0 where no file says.
double pair_step(const Sides& sides);

/// Whether runs are compared machine by machine: where some file has several.
bool are_by_machine(Runs old_files, Runs new_files);

/// The centre of a log ratio less `shift`, at the error rate `alpha`.
using Question = std::function<std::optional<inference::Centre>(double alpha, double shift)>;

/// Judges each of `all` that can be judged, and returns the geometric means with their verdicts.
///
/// Three questions: is the ratio of a benchmark another one than 1? Does it differ from the median
/// of the others of the same pairs? And is the geometric mean of all, of a device or of a function
/// another one than 1? Two fifths of the error rate are for the means; Holm's method divides the
/// rest among both questions of all rows. So the chance of any false alarm is `options.error_rate`,
/// over all looks. What is the same is so by intervals that all hold together at that rate.
///
/// A row is slower by itself; or beside the others, if neither its own figures nor the mean of the
/// unchanged say the opposite, and at most a quarter of the others differ like that. Where more do,
/// or where it is better beside others that may all have got worse, it `differs from the others`.
///
/// `looks`: of pairs; one for runs that are no pairs.
std::vector<GroupMean> judge_all(std::span<Sides> all, std::span<const Look> looks,
                                 const Options& options, std::optional<metrics::Direction> better);

/// Of fewer pairs only large differences are claimed: processes of one program were recorded 9 %
/// apart, of one of two kinds, and so few may all be of one kind by chance.
inline constexpr std::size_t kFewPairs = 6;

/// Of a single row's test before any other is rejected; and of all means.
double row_error_rate(double error_rate, std::size_t rows, bool is_paired,
                      std::size_t with_wall_times);
double mean_error_rate(double error_rate);

/// Several benchmarks that were judged: of one function on one device of one machine, of one
/// device, and last all of them. None has the same members as another.
struct Group {
  GroupMean mean;
  std::vector<const Sides*> members;
};
std::vector<Group> make_groups(std::span<const Sides> all);
Group make_wall_group(std::span<const Sides> all);
Question make_question(const Group& group, std::span<const Look> looks, const Options& options);
/// Of a value by pair, as `centre_over` takes them.
Question ask_of_pairs(std::span<const Look> looks, std::vector<double> series, double step = 0);

/// Of the difference of logarithms, of runs that are no pairs. A side of one run rests on the known
/// spread between runs. Steps: what the clocks round the values to.
inference::Centre centre_between(const std::vector<double>& before, const std::vector<double>& now,
                                 const Options& options, double alpha, double old_step = 0,
                                 double new_step = 0);

/// "opencl/saxpy" of "opencl/saxpy/1024", "f<int>" of "f<int>/8/threads:2/real_time".
std::string_view group_name(std::string_view id);

/// Whether the canaries say that the machine moved between the sides: a line a device of a machine.
std::vector<std::string> canary_notes(Runs old_files, Runs new_files, double effect);

/// Names the commits that the runs state, in a note too; nothing where none states one.
void add_commits(Comparison& comparison, Runs old_files, Runs new_files);

/// With fewer other benchmarks in a pair, what they have in common is not known.
inline constexpr std::size_t kMinCompanions = 4;

/// One benchmark, pair by pair: NaN where a pair does not have it.
struct PairSeries {
  std::vector<double> ratios;  ///< log(new / old)
  std::vector<double> levels;  ///< log(new * old), the same whichever side is called the new one
  double step = 0;             ///< what the clock's step rounds the ratios to
};
PairSeries make_series(const Sides& sides, std::size_t pairs);

/// The log ratios of each benchmark less the median of the others' in the same pair. Empty where
/// every pair has too few others: those for which `is_ground` is true, since a benchmark that is
/// known to have changed is no ground for the rest.
///
/// A process that is fast or slow as a whole (its placement, its clocks) changes its benchmarks by
/// different factors. So the median is multiplied by the slope of a line through the levels, where
/// that leaves less than half of the variance that the slope 1 leaves.
///
/// Where the code of all is equal, the sides of a pair could change names: the levels and so the
/// slope would stay, and every value would change its sign. So the values are symmetric about 0,
/// and their signed-rank test is as exact as that of the ratios.
std::vector<std::vector<double>> relative_ratios(std::span<const PairSeries> all,
                                                 const std::vector<bool>& is_ground);

/// The mean of what a series has, in standard errors; 0 where it has no spread.
double standard_score(std::span<const double> series);

/// The variance of what a series has; 0 of fewer than two values.
double series_variance(std::span<const double> series);

}  // namespace tickbench::compare
