// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <re2/re2.h>

#include <map>
#include <utility>

#include "floors/floor.hpp"

namespace tickbench::floors {

/// Compiled patterns, each text once: most floors share a few.
class PatternCache {
 public:
  /// Throws std::invalid_argument, saying what is wrong with the pattern.
  const re2::RE2& compile(const std::string& pattern);

 private:
  std::map<std::string, std::unique_ptr<re2::RE2>, std::less<>> compiled_;
  std::size_t instructions_ = 0;
};

/// No real file comes near it; beyond it a reader would only wait.
inline constexpr std::size_t kMostFileBytes = 4 << 20;
inline constexpr std::size_t kMostFloors = 10'000;

/// Throws UsageError for whatever is not as it should be. Every pattern is in the cache
/// afterwards.
std::vector<Floor> parse_floors(std::string_view text, const std::string& name,
                                PatternCache& cache);

/// The member that has its threshold: "at_least" or "at_most".
const char* bound_name(const Floor& floor);

/// "floors[3]".
std::string floor_place(std::size_t index);

/// The value quoted and escaped as JSON, so that it cannot break a line or a terminal, and
/// shortened where it is long.
std::string in_quotes(std::string_view value);

}  // namespace tickbench::floors

/// What FloorFile keeps beside its floors, in the same order.
struct tickbench::FloorFile::Patterns {
  floors::PatternCache cache;
  std::vector<std::pair<const re2::RE2*, const re2::RE2*>>
      floor_patterns;  ///< of device, benchmark
};
