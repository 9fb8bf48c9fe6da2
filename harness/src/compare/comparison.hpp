// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/metric_info.hpp"
#include "statistics/inference.hpp"

namespace tickbench::compare {

enum class Verdict {
  kFaster,
  kSlower,
  kChanged,        ///< beyond the relevant effect, where neither direction is known to be better
  kSame,           ///< whatever difference there is lies within the relevant effect, for sure
  kUnclear,        ///< the values at hand allow no statement
  kMissing,        ///< only the old side has it, or only there it was measured and right
  kNew,            ///< only the new side has it
  kNotComparable,  ///< device, driver, method, mode or a setting differs
};
std::string_view to_string(Verdict verdict) noexcept;

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
enum class SpreadSource {
  kPairs,        ///< runs taken in pairs
  kRuns,         ///< several runs a side, each one value
  kSamples,      ///< the raw samples of one run
  kRepetitions,  ///< the repetitions of one run
  kIntervals,    ///< the intervals that the file records
  kNone,         ///< single values
};
std::string_view to_string(SpreadSource source) noexcept;

/// One benchmark of the table.
struct Row {
  std::string id;
  std::string device;  ///< empty for a CPU benchmark
  Verdict verdict = Verdict::kUnclear;
  std::optional<double> old_value, new_value;  ///< medians over the runs
  std::optional<Ratio> ratio;                  ///< NEW / OLD
  SpreadSource source = SpreadSource::kNone;
  std::size_t old_runs = 0, new_runs = 0;
  std::string reason;                    ///< of a verdict that the ratio alone does not explain
  bool is_noted = false;                 ///< the notes say the reason once for all such rows
  std::vector<std::string> differences;  ///< why it is not comparable, or was so by request
};

/// What is printed, in every format.
struct Comparison {
  std::string metric;
  /// None: no row is faster or slower.
  std::optional<metrics::Direction> better = metrics::Direction::kLowerIsBetter;
  double effect = 0, error_rate = 0;
  std::vector<Row> rows;
  std::vector<std::string> notes;  ///< on the whole table
  std::size_t promised = 0;        ///< how many rows the error rate is promised for

  std::size_t count(Verdict verdict) const;
};

/// A side's own spread between runs is then unknown.
inline bool has_one_run(const Row& row) { return row.old_runs == 1 || row.new_runs == 1; }

struct ExitPolicy {
  bool strict = false;  ///< unclear is not good enough, where a direction is better
  bool missing_is_error = false;
};

/// 0: nothing slower. 1: something slower, or missing, or unclear, where the policy says so. 2:
/// some benchmark is not comparable, or none could be compared.
int exit_status(const Comparison& comparison, const ExitPolicy& policy);

/// Why the status is 2, in one line of what was expected and what was found. "not comparable: ..."
/// where both sides were measured, but not the same or not alike; "nothing to compare: ..." where a
/// side has no value, or no interval came about.
std::string why_not_compared(const Comparison& comparison);

/// For a terminal.
void render_table(std::ostream& out, const Comparison& comparison);

/// For a pull request: what changed in a table, the rest folded away.
void render_markdown(std::ostream& out, const Comparison& comparison);

/// Everything, as `tickbench-comparison/1`; ASCII only.
void render_json(std::ostream& out, const Comparison& comparison, int status);

/// One test case a benchmark: slower is a failure, as is what else the policy does not accept; not
/// comparable is an error, and so is a table in which nothing was compared.
void render_junit(std::ostream& out, const Comparison& comparison, ExitPolicy policy);

/// 3.2e-6 of `time` as "3.2 us", 4.1e12 of `bytes_per_second` as "4.1 TB/s"; "-" for none.
std::string value_text(std::string_view metric, const std::optional<double>& value);
/// "1.0312", or "-" where there is none.
std::string ratio_text(const Row& row);
/// "[1.021, 1.043]", or "-" where there is none, or none that says anything.
std::string interval_text(const Row& row);
/// "pairs of runs (12)", "runs (5, 5)", "samples".
std::string source_text(const Row& row);
/// Reason and differences in one line. Beside the notes without a reason that stands there.
std::string remark(const Row& row, bool is_beside_notes);
/// What follows the metric's name: ", lower is better; smallest relevant effect 1.5 %".
std::string criterion(const Comparison& comparison);
/// "2 slower, 1 faster, 17 same".
std::string summary(const Comparison& comparison);

}  // namespace tickbench::compare
