// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/metrics.hpp"

#include <array>
#include <span>

#include "tickbench/floor.hpp"

namespace tickbench {
namespace floors {
namespace {

// Below a picosecond nothing happens on a device, and a launch of more than a day is no benchmark.
constexpr double kLeastTime = 1e-12;
constexpr double kGreatestTime = 1e5;
// From one a second to a thousand times what a large device reaches.
constexpr double kLeastRate = 1;
constexpr double kGreatestRate = 1e18;
// A measured peak can be exceeded by a little; 97 for 97 % cannot be meant.
constexpr double kGreatestFraction = 2;
constexpr double kLeastFraction = 1e-9;
constexpr double kGreatestNoise = 10;

constexpr std::array kMetrics{
    Metric{"time", "s", false, kLeastTime, kGreatestTime},
    Metric{"isolated_time", "s", false, kLeastTime, kGreatestTime},
    Metric{"host_time", "s", false, kLeastTime, kGreatestTime},
    Metric{"launch_overhead", "s", false, kLeastTime, kGreatestTime},
    Metric{"bytes_per_second", "B/s", true, kLeastRate, kGreatestRate},
    Metric{"items_per_second", "items/s", true, kLeastRate, kGreatestRate},
    Metric{"flops_per_second", "FLOP/s", true, kLeastRate, kGreatestRate},
    Metric{"speedup_tbb", "", true, kLeastRatio, kGreatestRatio},
    Metric{"speedup_serial", "", true, kLeastRatio, kGreatestRatio},
    Metric{"speedup_host_tbb", "", true, kLeastRatio, kGreatestRatio},
    Metric{"speedup_host_serial", "", true, kLeastRatio, kGreatestRatio},
    Metric{"fraction_of_peak", "", true, kLeastFraction, kGreatestFraction},
    Metric{"noise", "", false, kLeastFraction, kGreatestNoise},
};

constexpr auto kNames = [] {
  std::array<std::string_view, kMetrics.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kMetrics[i].name;
  return names;
}();

}  // namespace

const Metric* find_metric(std::string_view name) noexcept {
  for (const auto& metric : kMetrics)
    if (metric.name == name) return &metric;
  return nullptr;
}

}  // namespace floors

std::span<const std::string_view> floor_metrics() noexcept { return floors::kNames; }

}  // namespace tickbench
