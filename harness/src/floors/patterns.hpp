// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <re2/re2.h>

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tickbench/floor.hpp"

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

bool matches(const re2::RE2& pattern, std::string_view text);

/// `to` with the groups that `benchmark` has in `id`: "\1/copy/1024". The id must match.
std::string fill_in_groups(const std::string& to, const re2::RE2& benchmark, std::string_view id);

/// Empty where `to` can be filled in from the groups of `benchmark`; else what is wrong.
std::string check_groups(const std::string& to, const re2::RE2& benchmark);

}  // namespace tickbench::floors

/// What FloorFile keeps beside its floors, in the same order.
struct tickbench::FloorFile::Patterns {
  struct Pair {
    const re2::RE2* device = nullptr;
    const re2::RE2* benchmark = nullptr;
  };
  floors::PatternCache cache;
  std::vector<Pair> of_floors;
};
