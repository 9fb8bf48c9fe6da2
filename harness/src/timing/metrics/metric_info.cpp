// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "metrics/metric_info.hpp"

#include <algorithm>
#include <array>

namespace tickbench::metrics {
namespace {

// Below a picosecond nothing happens on a device, and a launch of more than a day is no benchmark.
constexpr FloorRange kTimes{1e-12, 1e5};
// From one a second to a thousand times what a large device reaches.
constexpr FloorRange kRates{1, 1e18};
// A measured peak can be exceeded by a little; 97 for 97 % cannot be meant.
constexpr FloorRange kFractions{1e-9, 2};
constexpr FloorRange kNoises{1e-9, 10};
// Of a counter nothing is known, and none of something may be all that is allowed.
constexpr FloorRange kCounters{0, 1e300};
// An iteration has at least one instruction, and ends within days; no device has 1e15 bytes.
constexpr FloorRange kCounts{1, 1e15};
constexpr FloorRange kNone{};

constexpr auto kLower = Direction::kLowerIsBetter;
constexpr auto kHigher = Direction::kHigherIsBetter;
constexpr auto kShown = SampleSource::kShown;
constexpr auto kIsolated = SampleSource::kIsolated;
constexpr auto kReferences = SampleSource::kReferences;
constexpr bool kPrinted = true, kHidden = false;
using Kind = MetricKind;

// Floors list theirs in this order, Google Benchmark's own come last.
constexpr std::array kMetrics{
    MetricInfo{kTime, "s", kLower, kTimes, Kind::kDevice, kShown, kHidden},
    MetricInfo{kIsolatedTime, "s", kLower, kTimes, Kind::kDevice, kIsolated, kPrinted},
    MetricInfo{kIsolatedP90, "s", kLower, kTimes, Kind::kDevice, kIsolated, kHidden, 0.9},
    MetricInfo{kIsolatedP99, "s", kLower, kTimes, Kind::kDevice, kIsolated, kHidden, 0.99},
    MetricInfo{kIsolatedHeldTime, "s", kLower, kNone, Kind::kSpread, kIsolated, kHidden},
    MetricInfo{kHostTime, "s", kLower, kTimes, Kind::kHost, kIsolated, kPrinted},
    MetricInfo{kEnqueueTime, "s", kLower, kNone, Kind::kEnqueue, kIsolated, kHidden},
    MetricInfo{kLaunchOverhead, "s", kLower, kTimes, Kind::kOverhead, kIsolated, kPrinted},
    MetricInfo{kBytesPerSecond, "B/s", kHigher, kRates, Kind::kRate, kShown, kPrinted},
    MetricInfo{kItemsPerSecond, "items/s", kHigher, kRates, Kind::kRate, kShown, kPrinted},
    MetricInfo{kFlopsPerSecond, "FLOP/s", kHigher, kRates, Kind::kRate, kShown, kPrinted},
    MetricInfo{"speedup_tbb", "", kHigher, kRatioRange, Kind::kRatio, kReferences, kPrinted},
    MetricInfo{"speedup_serial", "", kHigher, kRatioRange, Kind::kRatio, kReferences, kPrinted},
    MetricInfo{"speedup_host_tbb", "", kHigher, kRatioRange, Kind::kRatio, kReferences, kHidden},
    MetricInfo{"speedup_host_serial", "", kHigher, kRatioRange, Kind::kRatio, kReferences, kHidden},
    MetricInfo{kSpeedupBaseline, "", kHigher, kRatioRange, Kind::kRatio, SampleSource::kBaseline,
               kPrinted},
    MetricInfo{kFractionOfPeak, "", kHigher, kFractions, Kind::kRate, kShown, kPrinted},
    MetricInfo{kFractionOfTheoretical, "", kHigher, kFractions, Kind::kRate, kShown, kPrinted},
    MetricInfo{kLargestError, "", kLower, kNone, Kind::kSpread, kShown, kHidden},
    MetricInfo{kNoise, "", kLower, kNoises, Kind::kSpread, kShown, kPrinted},
    MetricInfo{kDeviceBusy, "s", kLower, kNone, Kind::kSpread, kIsolated, kPrinted},
    MetricInfo{kEnergy, "J", kLower, kNone, Kind::kSpread, kShown, kPrinted},
    MetricInfo{kDeviceMemory, "B", kLower, kCounts, Kind::kCount, kShown, kHidden},
    MetricInfo{kRealTime, "s", kLower, kTimes, Kind::kShownTime, kShown, kHidden},
    MetricInfo{kCpuTime, "s", kLower, kTimes, Kind::kProcessTime, kShown, kHidden},
    MetricInfo{kInstructions, "", kLower, kCounts, Kind::kCount, kShown, kHidden},
};

// The longer beginning first: it begins with the other. Any reference that a user names.
constexpr std::array kFamilies{
    MetricInfo{kSpeedupHost, "", kHigher, kRatioRange, Kind::kRatio, kReferences, kHidden},
    MetricInfo{kSpeedup, "", kHigher, kRatioRange, Kind::kRatio, kReferences, kPrinted},
};

constexpr auto kFloorNames = [] {
  std::array<std::string_view, std::ranges::count_if(kMetrics, &MetricInfo::takes_floor)> names;
  auto next = names.begin();
  for (const auto& metric : kMetrics)
    if (metric.takes_floor()) *next++ = metric.name;
  return names;
}();

constexpr MetricInfo kUnknown{"", "", kLower, kNone, Kind::kSpread};

const MetricInfo* find_family(std::string_view name) {
  const auto* const found = std::ranges::find_if(kFamilies, [=](const MetricInfo& family) {
    return name.size() > family.name.size() && name.starts_with(family.name);
  });
  return found == kFamilies.end() ? nullptr : found;
}

}  // namespace

std::string_view to_string(Direction direction) noexcept {
  return direction == kLower ? "lower" : "higher";
}

const MetricInfo* find_metric(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(kMetrics, name, &MetricInfo::name);
  return found == kMetrics.end() ? find_family(name) : found;
}

const MetricInfo& info_of(std::string_view metric) noexcept {
  const auto* const known = find_metric(metric);
  return known == nullptr ? kUnknown : *known;
}

std::string_view reference_name(std::string_view metric) noexcept {
  const auto* family = find_family(metric);
  return family == nullptr ? std::string_view() : metric.substr(family->name.size());
}

std::string_view counter_name(std::string_view metric) noexcept {
  return metric.starts_with(kCounter) ? metric.substr(kCounter.size()) : std::string_view();
}

bool is_exact(std::string_view metric) noexcept {
  return !counter_name(metric).empty() || info_of(metric).kind == MetricKind::kCount;
}

std::string_view name_in_results(std::string_view metric) noexcept {
  const auto counter = counter_name(metric);
  return counter.empty() ? metric : counter;
}

const FloorRange* floor_range(std::string_view metric) noexcept {
  if (!counter_name(metric).empty()) return &kCounters;
  const auto& info = info_of(metric);
  return info.takes_floor() ? &info.floor : nullptr;
}

std::span<const std::string_view> floor_metrics() noexcept { return kFloorNames; }

}  // namespace tickbench::metrics
