// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "floors/floor.hpp"
#include "statistics/evidence.hpp"

namespace tickbench {

/// How a floor, or all floors of a benchmark, ended. The names that `to_string` gives are those of
/// the JSON output.
enum class FloorVerdict {
  kNoFloor,       ///< nothing was judged: no floor for this benchmark on this device
  kPass,          ///< the floor is met for sure
  kInconclusive,  ///< the interval straddles the floor: passes with a note, fails when strict
  kNotMeasured,   ///< the benchmark has no such metric, so that its floor cannot be met: fails
  kFail,          ///< the floor is missed for sure
};
using Verdict = FloorVerdict;  ///< its old name
std::string_view to_string(FloorVerdict verdict) noexcept;

constexpr bool is_failure(FloorVerdict verdict, bool strict) noexcept {
  return verdict >= FloorVerdict::kNotMeasured ||
         (strict && verdict == FloorVerdict::kInconclusive);
}

/// How often a floor may be asked whether it is decided: after the regular samples and twice more.
inline constexpr int kMaxFloorLooks = 3;
/// With fewer samples an interval is too coarse to be sure by.
inline constexpr std::size_t kSamplesToBeSure = 10;
/// The chance that any floor of a benchmark is judged wrongly although its interval is right.
inline constexpr double kFloorErrorRate = 0.05;

/// The confidence level that each interval must have, so that the 5 % is shared over all floors of
/// a benchmark (those on one time count as one) and all looks (Bonferroni). Both at least 1.
double level_for(std::size_t floors, int looks);

/// One floor, one look. For sure means: the interval, at `level` or above and from at least
/// kSamplesToBeSure samples, lies on one side of the floor, or every single sample does. What is
/// not resolved fails no floor. Over several runs the interval alone decides. Of fewer runs than
/// the floor asks for nothing is sure, nor of runs that were timed by several methods.
FloorVerdict judge(const Floor& floor, const Evidence& evidence, double level);

/// All repetitions together: the hull of their intervals, the median of their values. What holds
/// for the hull holds for every repetition; a benchmark that is fast in one run and slow in the
/// next is inconclusive.
Evidence combine(std::span<const Evidence> repetitions);

/// One floor's verdict, and what it was found by.
struct Judgement {
  AppliedFloor applied;
  FloorVerdict verdict = FloorVerdict::kNotMeasured;
  std::optional<Evidence> evidence;  ///< nothing: `why_not` says why
  int looks = 0;                     ///< the most that any repetition took
  std::size_t repetitions = 0;
  std::string why_not;
};

/// Judges the floors of one benchmark while it is being sampled.
///
/// A look has a price. The level is raised for all of the looks from the start, so a look
/// too many is an error, not a better answer.
///
///     FloorJudge judge(file.select(device, id));
///     for (each repetition) {
///       take_samples();
///       while (judge.look([&](const AppliedFloor& f, double level) { return evidence(f, level);
///       }))
///         take_more_samples();  // until the second budget is spent
///       judge.end_repetition();
///     }
///     report(judge.judgements());
class FloorJudge {
 public:
  /// The metric's evidence so far in this repetition.
  using EvidenceFor = std::function<Finding(const AppliedFloor&, double level)>;

  /// `times`: how many times the floors are about, which share the error rate; where it is left
  /// out, as many as their metrics say.
  explicit FloorJudge(FloorSelection selection, int looks = kMaxFloorLooks,
                      std::optional<std::size_t> times = {});

  double level() const noexcept { return level_; }
  /// Returns whether more samples in this repetition could decide a floor: sample on. Throws
  /// std::logic_error for a look too many.
  bool look(const EvidenceFor& evidence);
  void end_repetition();
  /// Over all repetitions, one that has not ended included.
  std::vector<Judgement> judgements() const;

 private:
  struct Repetition {
    std::optional<Evidence> evidence;
    FloorVerdict verdict = FloorVerdict::kNotMeasured;
    int looks = 0;
    std::string why_not;
  };
  bool can_be_decided(std::size_t floor) const;

  std::vector<AppliedFloor> floors_;
  int max_looks_;
  double level_;
  int looks_ = 0;  ///< in the running repetition
  std::vector<std::vector<Repetition>> repetitions_;
};

/// All floors of one benchmark on one device.
struct FloorReport {
  std::string device;  ///< name
  std::string id;
  std::vector<Judgement> judgements;
  std::size_t for_other_devices = 0;

  /// The worst of the judgements; kNoFloor without any.
  FloorVerdict verdict() const noexcept;
};

/// Of a benchmark that failed: no floor of it is measured, whatever was sampled before it did.
FloorReport failed_report(std::string device, std::string id, FloorSelection selection,
                          std::string_view outcome);

/// A line a floor, each ending in a newline: value, interval, floor and verdict. One line where
/// there was none to judge.
std::string to_text(const FloorReport& report, bool strict);

/// "4 judgements: 3 met, 1 missed, 0 inconclusive; 2 benchmarks without a floor".
std::string summary_text(std::span<const FloorReport> reports);

}  // namespace tickbench
