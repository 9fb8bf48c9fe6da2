// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace tickbench::results {

enum class Direction { kLowerIsBetter, kHigherIsBetter };
std::string_view to_string(Direction direction) noexcept;

/// By the metric's name; nothing for a counter whose name does not tell.
std::optional<Direction> better_direction(std::string_view metric);

/// Which mode's samples a metric is the median of; nothing for one that is derived from others.
struct SampledBy {
  std::string_view mode;
  bool host = false;
};
std::optional<SampledBy> sampled_by(std::string_view metric);

/// An amount over the device time, so that it is as coarse as that.
bool is_over_time(std::string_view metric);

/// The host's work is part of it, so that another host's numbers do not compare.
bool depends_on_host(std::string_view metric);

}  // namespace tickbench::results
