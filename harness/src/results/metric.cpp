// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/metric.hpp"

#include <algorithm>
#include <array>

namespace tickbench::results {

namespace {

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

std::string_view to_string(Direction direction) noexcept {
  return direction == Direction::kLowerIsBetter ? "lower" : "higher";
}

std::optional<Direction> better_direction(std::string_view metric) {
  static constexpr std::array<std::string_view, 5> kHigher{
      "per_second", "speedup", "fraction_of_peak", "throughput", "bandwidth"};
  static constexpr std::array<std::string_view, 5> kLower{"time", "noise", "overhead", "latency",
                                                          "seconds"};
  const auto is_in = [&](std::string_view part) { return contains(metric, part); };
  if (std::any_of(kHigher.begin(), kHigher.end(), is_in)) return Direction::kHigherIsBetter;
  if (std::any_of(kLower.begin(), kLower.end(), is_in)) return Direction::kLowerIsBetter;
  return std::nullopt;
}

std::optional<SampledBy> sampled_by(std::string_view metric) {
  if (metric == "time") return SampledBy{"batched", false};
  if (metric == "isolated_time") return SampledBy{"isolated", false};
  if (metric == "host_time") return SampledBy{"isolated", true};
  return std::nullopt;
}

bool is_over_time(std::string_view metric) {
  return contains(metric, "per_second") || metric == "fraction_of_peak";
}

bool depends_on_host(std::string_view metric) {
  return metric.starts_with("host") || metric.starts_with("speedup") ||
         metric.starts_with("launch_overhead") || metric.starts_with("cpu");
}

}  // namespace tickbench::results
