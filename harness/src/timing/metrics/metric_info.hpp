// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <span>
#include <string_view>

/// The one table of what is known of each metric. What it does not know is a benchmark's own
/// counter: without a unit, and neither more nor less of it is better.
namespace tickbench::metrics {

inline constexpr std::string_view kTime = "time";
inline constexpr std::string_view kIsolatedTime = "isolated_time";
inline constexpr std::string_view kIsolatedP90 = "isolated_p90";
inline constexpr std::string_view kIsolatedP99 = "isolated_p99";
inline constexpr std::string_view kIsolatedHeldTime = "isolated_held_time";
inline constexpr std::string_view kHostTime = "host_time";
inline constexpr std::string_view kEnqueueTime = "enqueue_time";
inline constexpr std::string_view kLaunchOverhead = "launch_overhead";
inline constexpr std::string_view kBytesPerSecond = "bytes_per_second";
inline constexpr std::string_view kItemsPerSecond = "items_per_second";
inline constexpr std::string_view kFlopsPerSecond = "flops_per_second";
inline constexpr std::string_view kFractionOfPeak = "fraction_of_peak";
inline constexpr std::string_view kFractionOfTheoretical = "fraction_of_theoretical";
inline constexpr std::string_view kLargestError = "largest_error";  ///< of the checked results
inline constexpr std::string_view kNoise = "noise";
inline constexpr std::string_view kDeviceBusy = "device_busy";      ///< of work that waits
inline constexpr std::string_view kEnergy = "energy";               ///< of one launch
inline constexpr std::string_view kDeviceMemory = "device_memory";  ///< at its peak
inline constexpr std::string_view kRealTime = "real_time";
inline constexpr std::string_view kCpuTime = "cpu_time";
inline constexpr std::string_view kInstructions = "instructions";  ///< user-space, an iteration
/// What the names of two families begin with; a reference's name follows.
inline constexpr std::string_view kSpeedup = "speedup_";
inline constexpr std::string_view kSpeedupHost = "speedup_host_";
inline constexpr std::string_view kSpeedupBaseline = "speedup_baseline";  ///< over no reference
/// What a floor's metric begins with where it is a benchmark's own counter.
inline constexpr std::string_view kCounter = "counter:";

enum class Direction { kLowerIsBetter, kHigherIsBetter };
std::string_view to_string(Direction direction) noexcept;

/// How a metric follows from samples.
enum class MetricKind {
  kDevice,       ///< of their device times
  kHost,         ///< of their host times
  kEnqueue,      ///< of the parts of these before the last enqueue returned
  kOverhead,     ///< host time less device time
  kRate,         ///< an amount over the device time
  kRatio,        ///< a reference's time, or the baseline's, over the benchmark's own
  kSpread,       ///< of all samples, no property of one
  kShownTime,    ///< what Google Benchmark prints as Time, whosoever took it
  kProcessTime,  ///< Google Benchmark's CPU time
  kCount,        ///< without noise: no median of samples
};

/// Which samples a metric comes from.
enum class SampleSource {
  kShown,       ///< those of the mode that Time shows
  kIsolated,    ///< those of the isolated mode
  kReferences,  ///< the rounds of a reference
  kBaseline,    ///< the pairs with the baseline
};

/// A floor's threshold outside of these is a slip: of units, or a percentage for a fraction.
struct FloorRange {
  double least = 0, greatest = 0;  ///< both 0: no floor is about this metric

  bool holds(double value) const noexcept { return value >= least && value <= greatest; }
};
/// The same for the ratio of any metric to another benchmark's.
inline constexpr FloorRange kRatioRange{1e-9, 1e9};

struct MetricInfo {
  std::string_view name;  ///< of a family: what its names begin with
  std::string_view unit;  ///< SI, without prefix; empty: a plain number
  Direction better = Direction::kLowerIsBetter;
  FloorRange floor;
  MetricKind kind = MetricKind::kDevice;
  SampleSource source = SampleSource::kShown;
  bool is_printed = false;  ///< in Google Benchmark's own table
  double quantile = 0.5;    ///< of the samples' values

  constexpr bool takes_floor() const noexcept { return floor.greatest > 0; }
  /// The host's work is part of it, so that another host's numbers do not compare.
  bool depends_on_host() const noexcept {
    return kind == MetricKind::kHost || kind == MetricKind::kEnqueue ||
           kind == MetricKind::kOverhead || source == SampleSource::kReferences ||
           kind == MetricKind::kProcessTime;
  }
  /// Whether a run can have measured it: a time, a rate or a ratio is above 0 and no denormal
  /// number.
  bool is_possible(double value) const noexcept {
    if (kind == MetricKind::kOverhead) return std::isfinite(value);
    if (kind == MetricKind::kSpread) return std::isfinite(value) && value >= 0;
    return std::isnormal(value) && value > 0;
  }
  /// Each sample has a value that it follows from.
  bool is_of_samples() const noexcept {
    return kind != MetricKind::kSpread && kind != MetricKind::kRatio && kind != MetricKind::kCount;
  }
  /// The ratio of two of them is that of single samples.
  bool is_single_sample() const noexcept { return is_of_samples() && quantile == 0.5; }
};

/// Null where nothing is known of this name.
const MetricInfo* find_metric(std::string_view name) noexcept;
/// The same; of an unknown one that it is no property of single samples, of those that are shown.
const MetricInfo& info_of(std::string_view metric) noexcept;
/// Empty where it is none of them, or a plain number.
inline std::string_view unit_of(std::string_view metric) noexcept { return info_of(metric).unit; }

/// The reference that a speed-up is over: "tbb" of "speedup_host_tbb". Empty: it is none.
std::string_view reference_name(std::string_view metric) noexcept;

/// The counter that a floor is about: "allocations" of "counter:allocations". Empty: it is none.
std::string_view counter_name(std::string_view metric) noexcept;

/// A counter of a floor, or a count: its values are exact where they are equal.
bool is_exact(std::string_view metric) noexcept;

/// What result files call a floor's metric.
std::string_view name_in_results(std::string_view metric) noexcept;

/// What a floor's threshold may be; null: no floor is about this metric.
const FloorRange* floor_range(std::string_view metric) noexcept;

/// The samples of an unknown metric are those that are shown.
inline SampleSource source_of(std::string_view metric) noexcept { return info_of(metric).source; }

/// What a floor's `metric` may be, besides "ratio".
std::span<const std::string_view> floor_metrics() noexcept;

}  // namespace tickbench::metrics
