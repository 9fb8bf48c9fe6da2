// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "floors/floor.hpp"
#include "metrics/metric_info.hpp"
#include "statistics/statistics.hpp"

namespace tickbench {

/// How a floor, or all floors of a benchmark, ended. The names that `to_string` gives are those of
/// the JSON output.
enum class FloorVerdict {
  kNoFloor,       ///< nothing was judged: no floor for this benchmark on this device
  kPass,          ///< the floor is met for sure
  kInconclusive,  ///< neither is sure: passes with a note, fails when strict
  kNotMeasured,   ///< the benchmark has no such metric, so that its floor cannot be met: fails
  kFail,          ///< the floor is missed for sure
};
std::string_view to_string(FloorVerdict verdict) noexcept;

constexpr bool is_failure(FloorVerdict verdict, bool strict) noexcept {
  return verdict >= FloorVerdict::kNotMeasured ||
         (strict && verdict == FloorVerdict::kInconclusive);
}

/// How often a floor may be asked whether it is decided: after the regular samples and twice more.
inline constexpr int kMaxFloorLooks = 3;
/// With fewer samples an interval is too coarse to be sure by.
inline constexpr std::size_t kFewestIntervalSamples = 10;
/// So many samples are sure where all lie on one side of a floor: of the other side's median they
/// do so by chance with 2^-5, about 3 % (the sign test, one-sided).
inline constexpr std::size_t kFewestOneSidedSamples = 5;
/// The chance that any floor of a benchmark is judged wrongly although its interval is right.
inline constexpr double kFloorErrorRate = 0.05;

/// The confidence level that each interval must have, so that the 5 % is shared over all floors of
/// a benchmark (those on one time count as one) and all looks (Bonferroni). Both at least 1.
double level_for(std::size_t floors, int looks);

/// One floor, one look: the one rule of what is sure, for programs and result files alike.
///
/// - An exact count decides.
/// - At least kFewestOneSidedSamples samples decide that all lie on one side of the floor.
/// - Else the interval decides, at `level` or above, from at least kFewestIntervalSamples samples,
///   or from several runs.
///
/// What is not resolved fails no floor. Of fewer runs than the floor asks for nothing is sure, nor
/// of runs that were timed by several methods.
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
  /// Inconclusive, since the device was shared: the value without what others took of it.
  std::optional<double> unshared{};
};

/// All floors of one benchmark on one device.
struct FloorReport {
  std::string device;  ///< name
  std::string id;
  std::vector<Judgement> judgements;
  std::size_t device_mismatches = 0;
  std::vector<AppliedFloor> partial_matches{};  ///< as in FloorSelection

  /// The worst of the judgements; kNoFloor without any.
  FloorVerdict verdict() const noexcept {
    FloorVerdict worst = FloorVerdict::kNoFloor;
    for (const auto& judgement : judgements) worst = std::max(worst, judgement.verdict);
    return worst;
  }
};

/// What judges the floors of a benchmark: measurements, which may go on or lie in a file.
class FloorSource {
 public:
  virtual ~FloorSource() = default;
  /// What is known of the floor's metric now, in the running repetition.
  virtual Finding evidence(const AppliedFloor& floor, double level) const = 0;
  /// The same without what others took of the device at most; nothing where it was not shared.
  virtual std::optional<Evidence> unshared(const AppliedFloor& /*floor*/, double /*level*/) const {
    return std::nullopt;
  }
  /// Takes more samples for the floors that are open, and other ones where `missed` has a floor of
  /// them, which the shared device may explain. False: there are no more to be had.
  virtual bool sample_more(std::span<const AppliedFloor> /*open*/,
                           std::span<const AppliedFloor> /*missed*/) {
    return false;
  }
};

/// Judges the floors of one benchmark.
///
/// A look has a price: the level is raised for all of the looks from the start. A floor that is
/// missed on a shared device is open while looks are left, and inconclusive behind the last one if
/// what others took explains the miss.
///
///     FloorJudge judge(file.select(device, id));
///     for (each repetition) judge.judge_repetition(source);
///     print(judge.report(device, id));
class FloorJudge {
 public:
  /// `rate_time`: the time that rates are computed from, if not Time.
  explicit FloorJudge(FloorSelection selection, int looks = kMaxFloorLooks,
                      std::string_view rate_time = metrics::kTime);

  double level() const noexcept { return level_; }
  /// Looks, and samples more while that can decide a floor, the source has more and looks are left.
  void judge_repetition(FloorSource& source);
  /// Over all repetitions.
  std::vector<Judgement> judgements() const;
  FloorReport report(std::string device, std::string id) const {
    return {std::move(device), std::move(id), judgements(), selection_.device_mismatches,
            selection_.partial_matches};
  }

 private:
  struct Repetition {
    Finding finding = std::optional<Evidence>();
    FloorVerdict verdict = FloorVerdict::kInconclusive;
    int looks = 0;
    std::optional<Evidence> unshared{};  ///< of a miss on a shared device
  };
  std::vector<AppliedFloor> look(const FloorSource& source, int number);
  std::vector<AppliedFloor> missed_on_a_shared_device() const {
    std::vector<AppliedFloor> missed;
    for (std::size_t i = 0; i < repetitions_.size(); ++i)
      if (repetitions_[i].back().unshared) missed.push_back(selection_.floors[i]);
    return missed;
  }
  bool can_be_decided(std::size_t floor) const;

  FloorSelection selection_;
  int max_looks_;
  double level_;
  std::vector<std::vector<Repetition>> repetitions_;  ///< of each floor
};

namespace floors {

/// Several runs, each one value: what is known of their mean, by Student's interval of the values'
/// logarithms (of the values themselves where one is not above 0). Few runs have a wide one, and
/// where they spread by less than half of the clock's step, it is that of the step; equal values of
/// an unknown step that may be equal by chance have none. At least one run; one stays as it is.
Evidence over_runs(std::span<const Evidence> runs, double level);

/// A metric over that of the partner `id`, each with an interval of its own.
Finding ratio(const Finding& own, const Finding& partner, const std::string& id);
/// The level of each interval of a ratio, so that both hold at `level`.
constexpr double shared_level(double level) { return (1 + level) / 2; }

/// The most runs that one of the floors asks for.
std::size_t runs_asked(std::span<const AppliedFloor> floors);

/// Why no run can have measured this value; empty where it can.
std::string why_impossible(std::string_view metric, double value);

/// Why there is no ratio to a benchmark: it does not have the metric. Of `why` the first line.
Finding no_ratio(const std::string& id, const std::string& why = "");
/// The same: what it has may be zero, so that the ratio has no bound.
Finding zero_ratio(const std::string& id);

}  // namespace floors

}  // namespace tickbench
