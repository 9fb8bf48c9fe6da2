// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/metric_info.hpp"
#include "results/result_file.hpp"
#include "statistics/inference.hpp"

namespace tickbench::compare {

enum class Verdict : std::uint8_t {
  kFaster,
  kSlower,
  kDiffers,        ///< from the others, and nothing says which of them moved
  kChanged,        ///< beyond the relevant effect, where neither direction is known to be better
  kSame,           ///< whatever difference there is lies within the relevant effect, for sure
  kUnclear,        ///< the values at hand allow no statement
  kMissing,        ///< only the old side has it, or only there it was measured and right
  kNew,            ///< only the new side has it, or only there it was measured and right
  kFailed,         ///< a run of it failed: what the others measured is not to be trusted
  kNotComparable,  ///< device, driver, method, mode or a setting differs
};
std::string_view to_string(Verdict verdict) noexcept;

/// What verdicts say beside themselves, in every format, where the host code was one.
inline constexpr std::string_view kDeviceCodeOnly = "device code only";

/// In the order of a summary.
inline constexpr std::array kVerdicts{Verdict::kSlower,       Verdict::kDiffers, Verdict::kFaster,
                                      Verdict::kChanged,      Verdict::kSame,    Verdict::kUnclear,
                                      Verdict::kMissing,      Verdict::kNew,     Verdict::kFailed,
                                      Verdict::kNotComparable};

/// NEW over OLD, with its interval.
struct Ratio {
  double estimate = 1;
  Interval interval;
};

Ratio ratio_of(const inference::Centre& log_ratio);

/// Slower: the interval lies wholly on the worse side of 1, and the estimate beyond the smallest
/// relevant `effect` (0.015: 1.5 %). Faster: likewise. Same: the interval lies within the effect on
/// both sides. Worse is above 1 for a time and below 1 for a rate; where no direction is better,
/// slower and faster are both Changed.
Verdict judge(const Ratio& ratio, double effect, std::optional<metrics::Direction> better);

/// Where the spread that a verdict rests on comes from, the best one first.
enum class SpreadSource : std::uint8_t {
  kPairs,        ///< runs taken in pairs
  kRuns,         ///< several runs a side, each one value
  kSamples,      ///< the raw samples of one run
  kRepetitions,  ///< the repetitions of one run
  kIntervals,    ///< the intervals that the file records
  kNone,         ///< single values
};
std::string_view to_string(SpreadSource source) noexcept;

/// Of the device, in hertz: medians over the runs. 0: a file does not say.
struct Clocks {
  double core = 0, memory = 0;
};

/// One benchmark of the table.
struct Row {
  std::string id;
  std::string device;   ///< empty for a CPU benchmark
  std::string machine;  ///< its name, where a file has runs of several; else empty
  std::optional<double> old_value, new_value;  ///< medians over the runs
  std::optional<Ratio> ratio;                  ///< NEW / OLD
  /// How often chance alone would bring about this verdict, or of an unclear one a difference as
  /// large, anywhere in the table: by Holm's method, over all looks.
  std::optional<double> p_adjusted;
  std::size_t old_runs = 0, new_runs = 0;        ///< that have a value
  std::optional<double> old_spread, new_spread;  ///< between a side's runs, as a fraction
  std::string reason;                    ///< of a verdict that the ratio alone does not explain
  std::vector<std::string> differences;  ///< why it is not comparable, or was so by request
  Clocks old_clocks{}, new_clocks{};
  Verdict verdict = Verdict::kUnclear;
  SpreadSource source = SpreadSource::kNone;
  bool is_noted = false;        ///< the notes say the reason once for all such rows
  bool assumes_normal = false;  ///< too few pairs for the signed-rank interval
  bool is_beside = false;       ///< the ratio is that beside the others
  bool is_of_cpu_time = false;  ///< where the metric is chosen by row
  /// Of non-inferiority: within the margin for sure, or beyond it for sure; nothing: neither.
  std::optional<bool> is_within_margin;
};

/// The geometric mean of the ratios of several benchmarks, with a verdict of its own.
struct GroupMean {
  std::string group;  ///< what the names have in common before their arguments; empty: of all
  std::string device, machine;
  std::size_t benchmarks = 0;
  std::size_t old_runs = 0, new_runs = 0;  ///< that have all of them
  bool is_of_all = false;                  ///< of every benchmark of the table
  bool is_of_wall_time = false;            ///< beside a table of processor times
  Ratio ratio;
  Verdict verdict = Verdict::kUnclear;
  std::optional<double> p_adjusted;
  std::string reason;  ///< "proposed: slower"
};

/// Beyond this the two sides ran at different clocks: less than what matters by default.
inline constexpr double kClockEffect = 0.01;

/// NEW over OLD in cycles of the device's core; nothing where the metric is no time of the device's
/// and no rate, or a clock is not known.
std::optional<double> ratio_in_cycles(const Row& row, const std::string& metric);

/// "device clock: 1.98 GHz before, 1.68 GHz now (in cycles new/old is 1.0003)"; empty where the
/// clocks are alike, or not known.
std::string clocks_text(const Row& row, const std::string& metric);

/// Whether runs are compared machine by machine: where some file has several. Else a side's runs
/// are what the user says.
bool are_by_machine(std::span<const results::ResultFile> old_files,
                    std::span<const results::ResultFile> new_files);

/// Whether the canaries of the devices say that the machine moved between the sides, that it did
/// not, or nothing: a line a device of a machine. Where it did, a difference of that size need not
/// be the code's.
std::vector<std::string> canary_notes(std::span<const results::ResultFile> old_files,
                                      std::span<const results::ResultFile> new_files,
                                      double effect);

/// What is printed, in every format.
struct Comparison {
  std::string metric;
  /// None: no row is faster or slower.
  std::optional<metrics::Direction> better = metrics::Direction::kLowerIsBetter;
  double effect = 0, error_rate = 0;
  std::vector<Row> rows;
  std::vector<std::string> notes;  ///< on the whole table
  std::size_t promised = 0;        ///< how many rows the error rate is promised for
  std::vector<GroupMean> groups{};
  std::optional<double> margin{};  ///< of non-inferiority, as a fraction, where it was asked for
  /// What the files say of the commits that the programs were built of; empty: nothing.
  std::string old_commit{}, new_commit{};
  /// Both sides ran with one host code: what a verdict says, it says of the kernels.
  bool is_device_code_only = false;

  std::size_t count(Verdict verdict) const;
};

/// A side's own spread between runs is then unknown.
inline bool has_one_run(const Row& row) { return row.old_runs == 1 || row.new_runs == 1; }

struct ExitPolicy {
  bool strict = false;  ///< unclear is not good enough, where a direction is better
  bool missing_is_error = false;
};

/// Whether a row is one for status 1: slower, differing from the others, or failed; or missing, or
/// unclear, where the policy says so. With a margin: failed, or not shown to lie within it.
bool is_failing(const Comparison& comparison, const Row& row, const ExitPolicy& policy);

/// Whether a mean is: slower, where no margin was given.
bool is_failing(const Comparison& comparison, const GroupMean& mean);

/// 0: nothing is failing. 1: some row or mean is. 2: some benchmark is not comparable, or none
/// could be compared.
int exit_status(const Comparison& comparison, const ExitPolicy& policy);

/// Why the status is 2, in one line of what was expected and what was found. "not comparable: ..."
/// where both sides were measured, but not the same or not alike; "nothing to compare: ..." where a
/// side has no value, or no interval came about.
std::string why_not_compared(const Comparison& comparison);

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

/// The clock's step over the time, a launch: what a time or rate of device time is rounded to. 0
/// where the file does not say, or the metric is another.
double step_of(const results::Repetition& repetition, std::string_view metric);

/// A metric's value of a benchmark in one file; nothing, and `reason` says why, where it has none
/// that a ratio can be formed of.
std::optional<RunValue> run_value(const results::Benchmark& benchmark, const std::string& metric,
                                  std::string& reason);

struct Options {
  /// Empty: chosen by benchmark. That is the processor time of plain benchmarks whose names do not
  /// say that wall time counts, since neighbours change wall times by more; else the time.
  std::string metric;
  /// As the user says it; else the table of metrics does.
  std::optional<metrics::Direction> better;
  /// The smallest relevant effect. Below it a difference is real at most, never worth a stop: other
  /// code placement alone moves a benchmark by about 1 %.
  double effect = 0.015;
  /// Of raising any false alarm in the whole table. 1 in 100: a project that compares daily sees a
  /// false alarm in some months, so that an alarm is still believed.
  double error_rate = 0.01;
  /// By how much a row may be worse. Each row is then asked, at the whole error rate on one side,
  /// whether it is worse by less: all have to be, so that none shares its rate with another.
  std::optional<double> margin;
  /// The standard deviation between runs of one program, as a fraction, where it is known.
  std::optional<double> run_spread;
  bool force = false;   ///< compare what is not comparable
  bool paired = false;  ///< the i-th run of one side was taken next to the i-th of the other
};

/// A benchmark's values, or the verdict where there is nothing to judge.
struct Sides {
  Row row;                                   ///< verdict kUnclear where the sides can be judged
  std::vector<RunValue> old_runs, new_runs;  ///< paired: equally many, in order
  /// The wall times of the same runs, where processor times were chosen: of both sides, or null.
  std::shared_ptr<const std::array<std::vector<RunValue>, 2>> wall;
  bool can_be_judged = false;
  bool is_quieter_beside = false;  ///< the others explain most of its noise
};

/// Without rows. No direction is better for a counter of which nobody says it.
Comparison empty_comparison(const Options& options);

/// Names the metric where it was chosen by row, and says so in a note.
void name_metric(Comparison& comparison, const Options& options);

/// What of each benchmark can be judged. Throws UsageError where paired sides differ in their
/// number of runs.
std::vector<Sides> sides_of(std::span<const results::ResultFile> old_files,
                            std::span<const results::ResultFile> new_files, const Options& options);

/// Nothing of no runs.
std::optional<double> median_of(const std::vector<RunValue>& runs);

/// log(new / old) of every pair.
std::vector<double> log_ratios_of_pairs(const Sides& sides);

/// What the clocks' steps round them to; 0 where no file says.
double step_of_pairs(const Sides& sides);

/// Compares the runs of two sides. Runs of several machines in one file are compared machine by
/// machine.
///
/// With several runs a side the run is the unit: the samples of one run are not independent of each
/// other (one placement of memory, one state of the machine), so each run gives one value, and the
/// spread is that between runs. With one run on either side its own spread is unknown: everything
/// is then unclear whatever the samples say, unless the spread is given. Throws UsageError where
/// one run was given twice.
Comparison compare(std::span<const results::ResultFile> old_files,
                   std::span<const results::ResultFile> new_files, const Options& options);

/// How the runs of two sides lie in time.
enum class RunOrder {
  kUnknown,  ///< the files do not say when they began, or not to the second
  kInTurn,   ///< now the one side, now the other: a drift of the machine hits both
  kParted,   ///< in stretches: a drift of the machine looks like a difference
};

/// By the times at which the runs began. In turn: the side changes at least as often as the smaller
/// side has runs, as in A B B A or A B A B, not in A A B B.
RunOrder run_order(std::span<const results::ResultFile> old_files,
                   std::span<const results::ResultFile> new_files);

}  // namespace tickbench::compare
