// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "floors/patterns.hpp"
#include "tickbench/floor.hpp"

namespace tickbench::floors {

/// No real file comes near it; beyond it a reader would only wait.
inline constexpr std::size_t kMostFileBytes = 4 << 20;
inline constexpr std::size_t kMostFloors = 10'000;

/// Throws FloorFileError for whatever is not as it should be. Every pattern is in the cache
/// afterwards.
std::vector<Floor> parse_floors(std::string_view text, const std::string& name,
                                PatternCache& cache);

}  // namespace tickbench::floors
