// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/comparison.hpp"

#include <algorithm>

namespace tickbench::compare {

std::size_t Comparison::count(Verdict verdict) const {
  return static_cast<std::size_t>(std::count_if(
      rows.begin(), rows.end(), [&](const Row& row) { return row.verdict == verdict; }));
}

int exit_status(const Comparison& comparison, const ExitPolicy& policy) {
  if (comparison.count(Verdict::kNotComparable) > 0) return 2;
  const auto one_sided = comparison.count(Verdict::kMissing) + comparison.count(Verdict::kNew);
  if (policy.missing_is_error && comparison.count(Verdict::kMissing) > 0) return 1;
  if (one_sided == comparison.rows.size()) return 2;
  if (comparison.count(Verdict::kSlower) > 0) return 1;
  if (policy.strict && comparison.count(Verdict::kUnclear) > 0) return 1;
  return 0;
}

}  // namespace tickbench::compare
