// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compare/compare.hpp"
#include "compare/sequential.hpp"

namespace tickbench::compare {

/// The benchmarks of a table over the looks of a plan, which are judged together by Holm's method.
class SequentialTable {
 public:
  /// `to_judge`: those that can be judged have a test. `plan`: of one benchmark; it has to stay.
  SequentialTable(const Plan& plan, std::span<const Sides> to_judge, const Options& options,
                  std::optional<metrics::Direction> better);

  /// `all`: with all pairs so far.
  void look(std::span<const Sides> all);
  /// Null where it cannot be judged, or no longer.
  const SequentialTest* test_of(const Sides& sides) const;
  /// Whether a benchmark is judged beside what the others have in common with it.
  bool is_relative(const Sides& sides) const { return is_relative_.contains(key_of(sides)); }
  /// Gives a row its verdict, where there is one.
  void judge(Sides& sides) const;

 private:
  using Key = std::pair<std::string, std::string>;
  static Key key_of(const Sides& sides) { return {sides.row.id, sides.row.device}; }

  SequentialTest* find(const Sides& sides);
  void judge_by_holm(std::span<const Sides> all, const std::vector<std::vector<double>>& relative);

  const Plan& plan_;
  double error_rate_;
  std::map<Key, SequentialTest> tests_;
  std::map<Key, double> p_adjusted_;  ///< by Holm's method
  std::set<Key> is_rejected_;         ///< that its sides are equal
  std::set<Key> is_relative_;
};

}  // namespace tickbench::compare
