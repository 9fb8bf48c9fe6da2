// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/comparison.hpp"

#include <algorithm>

namespace tickbench::compare {

std::size_t Comparison::count(Verdict verdict) const {
  return static_cast<std::size_t>(std::count_if(
      rows.begin(), rows.end(), [&](const Row& row) { return row.verdict == verdict; }));
}

namespace {

bool is_compared(const Row& row) { return row.ratio.has_value(); }
bool has_old(const Row& row) { return row.old_runs > 0; }
bool has_new(const Row& row) { return row.new_runs > 0; }

std::string named(const Row& row, const std::string& what) {
  return "'" + row.id + "'" + (what.empty() ? "" : ": " + what);
}

}  // namespace

int exit_status(const Comparison& comparison, const ExitPolicy& policy) {
  if (comparison.count(Verdict::kNotComparable) > 0) return 2;
  if (policy.missing_is_error && comparison.count(Verdict::kMissing) > 0) return 1;
  if (std::none_of(comparison.rows.begin(), comparison.rows.end(), is_compared)) return 2;
  if (comparison.count(Verdict::kSlower) > 0) return 1;
  if (policy.strict && comparison.count(Verdict::kUnclear) > 0) return 1;
  return 0;
}

std::string why_not_compared(const Comparison& comparison) {
  const auto& rows = comparison.rows;
  const auto differing = comparison.count(Verdict::kNotComparable);
  if (differing > 0) {
    const auto first = std::find_if(rows.begin(), rows.end(), [](const Row& row) {
      return row.verdict == Verdict::kNotComparable;
    });
    return "not comparable: expected the same device, driver, methods and settings on both sides "
           "(--force compares all the same), found a difference in " +
           std::to_string(differing) + " of " + std::to_string(rows.size()) + " benchmarks, in " +
           named(*first, first->differences.empty() ? "" : first->differences.front());
  }
  const auto old_ones = std::count_if(rows.begin(), rows.end(), has_old);
  const auto new_ones = std::count_if(rows.begin(), rows.end(), has_new);
  if (std::any_of(rows.begin(), rows.end(),
                  [](const Row& row) { return has_old(row) && has_new(row); }))
    return "nothing to compare: expected two pairs of runs or more, found too few to judge; see "
           "--budget and --pairs";
  const auto expected = "expected a benchmark with " + comparison.metric + " on both sides, found ";
  if (old_ones > 0 && new_ones > 0)
    return "not comparable: " + expected + std::to_string(old_ones) + " only on the old side and " +
           std::to_string(new_ones) + " only on the new one";
  const std::string where = old_ones > 0   ? "none on the new side"
                            : new_ones > 0 ? "none on the old side"
                                           : "none on either side";
  const auto told =
      std::find_if(rows.begin(), rows.end(), [](const Row& row) { return !row.reason.empty(); });
  return "nothing to compare: " + expected + where +
         (told == rows.end() ? "" : ", of " + named(*told, told->reason));
}

}  // namespace tickbench::compare
