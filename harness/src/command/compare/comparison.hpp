// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "metrics/metric_info.hpp"
#include "statistics/inference.hpp"

/// What a comparison says: verdicts, rows, means, and the exit status that they make.
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
/// And where no time was judged.
inline constexpr std::string_view kEqualCode = "equal device code and launches";

/// In the order of a summary.
inline constexpr std::array kVerdicts{Verdict::kSlower,       Verdict::kDiffers, Verdict::kFaster,
                                      Verdict::kChanged,      Verdict::kSame,    Verdict::kUnclear,
                                      Verdict::kMissing,      Verdict::kNew,     Verdict::kFailed,
                                      Verdict::kNotComparable};

/// NEW over OLD, from its logarithm.
Estimate to_ratio(const Estimate& log_ratio);
/// "1.9800" and "[1.9500, 2.0100]"; "-" where there is none.
std::string ratio_text(const std::optional<Estimate>& ratio);
std::string interval_text(const std::optional<Estimate>& ratio);

/// Slower: the interval lies on the worse side of 1, and the estimate beyond the smallest relevant
/// `effect` (0.015: 1.5 %). Faster: likewise. Same: the interval lies within the effect. Where no
/// direction is better, slower and faster are both Changed.
Verdict judge(const Estimate& ratio, double effect, std::optional<metrics::Direction> better);

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

struct Row {
  std::string id;
  std::vector<std::string> former_ids{};
  std::string device;   ///< empty for a CPU benchmark
  std::string machine;  ///< its name, where a file has runs of several; else empty
  std::string driver;   ///< of the new side; empty: the file does not say
  std::optional<double> old_value, new_value;  ///< medians over the runs
  std::optional<Estimate> ratio;               ///< NEW / OLD
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
  bool is_equal_code = false;   ///< `same` by its code and launches: its times are not judged
  bool is_noted = false;        ///< the notes say the reason once for all such rows
  bool assumes_normal = false;  ///< too few pairs for the signed-rank interval
  bool is_relative = false;     ///< the ratio is that beside the others
  bool uses_cpu_time = false;   ///< where the metric is chosen by row
  /// Of non-inferiority: within the margin for sure, or beyond it for sure; nothing: neither.
  std::optional<bool> is_within_margin;
};

/// The geometric mean of the ratios of several benchmarks, with a verdict of its own.
struct GroupMean {
  std::string group;  ///< what the names have in common before their arguments; empty: of all
  std::string device, machine;
  std::size_t benchmarks = 0;
  std::size_t old_runs = 0, new_runs = 0;  ///< that have all of them
  bool covers_table = false;               ///< of every benchmark of the table
  bool uses_wall_time = false;             ///< beside a table of processor times
  Estimate ratio;
  Verdict verdict = Verdict::kUnclear;
  std::optional<double> p_adjusted;
  std::string reason;  ///< "proposed: slower"
};

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

  /// Fewer instructions are not faster.
  std::string_view word(Verdict verdict) const noexcept;
  std::size_t count(Verdict verdict) const {
    return static_cast<std::size_t>(std::ranges::count(rows, verdict, &Row::verdict));
  }
};

/// A side's own spread between runs is then unknown.
inline bool has_single_run(const Row& row) { return row.old_runs == 1 || row.new_runs == 1; }

struct ExitPolicy {
  bool strict = false;  ///< unclear is not good enough, where a direction is better
  bool missing_is_error = false;
};

/// Whether a row is one for status 1: slower, differing from the others, or failed; or missing, or
/// unclear, where the policy says so. With a margin: failed, or not shown to lie within it.
bool is_failing(const Comparison& comparison, const Row& row, const ExitPolicy& policy);
bool is_failing(const Comparison& comparison, const GroupMean& mean);

/// 0: nothing is failing. 1: some row or mean is. 2: a row is not comparable, or none is compared.
int exit_status(const Comparison& comparison, const ExitPolicy& policy);

/// Why the status is 2, in one line: "not comparable: ..." where both sides were measured, but not
/// alike; "nothing to compare: ..." where a side has no value, or no interval came about.
std::string why_not_compared(const Comparison& comparison);

}  // namespace tickbench::compare
