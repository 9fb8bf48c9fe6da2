// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/sequential_table.hpp"

#include <algorithm>

namespace tickbench::compare {

SequentialTable::SequentialTable(const Plan& plan, std::span<const Sides> to_judge,
                                 const Options& options, std::optional<metrics::Direction> better)
    : plan_(plan), error_rate_(options.error_rate) {
  for (const auto& sides : to_judge)
    if (sides.can_be_judged)
      tests_.emplace(key_of(sides), SequentialTest(plan, options.effect, better));
}

SequentialTest* SequentialTable::find(const Sides& sides) {
  const auto test = tests_.find(key_of(sides));
  return test == tests_.end() || !sides.can_be_judged ? nullptr : &test->second;
}

const SequentialTest* SequentialTable::test_of(const Sides& sides) const {
  const auto test = tests_.find(key_of(sides));
  return test == tests_.end() || !sides.can_be_judged ? nullptr : &test->second;
}

void SequentialTable::look(std::span<const Sides> all) {
  const auto relative = relative_log_ratios(all);
  is_relative_.clear();
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto* test = find(all[i]);
    if (test == nullptr) continue;
    if (!relative[i].empty()) is_relative_.insert(key_of(all[i]));
    test->look(log_ratios_of_pairs(all[i]), step_of_pairs(all[i]), relative[i]);
  }
  judge_by_holm(all, relative);
}

// What is rejected leaves more of the error rate to the others, at every look, one step after the
// other.
void SequentialTable::judge_by_holm(std::span<const Sides> all,
                                    const std::vector<std::vector<double>>& relative) {
  auto left = tests_.size();
  for (bool is_on = true; is_on && left > 0; left = tests_.size() - is_rejected_.size()) {
    const Plan larger(plan_.pairs_of_all, plan_.pairs, error_rate_ / static_cast<double>(left));
    is_on = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
      auto* test = find(all[i]);
      const auto key = key_of(all[i]);
      if (test == nullptr || is_rejected_.contains(key)) continue;
      auto& p = p_adjusted_[key];
      if (left == tests_.size()) {  // it is the test's own plan
        p = std::min(1.0, static_cast<double>(left) * test->p);
      } else {
        const auto ratios = log_ratios_of_pairs(all[i]);
        OverLooks looks(larger);
        const auto& centre =
            looks.go_on(relative[i].empty() ? ratios : relative[i], step_of_pairs(all[i]));
        if (!centre) continue;
        p = std::min(1.0, static_cast<double>(left) * centre->p);
        if (p <= error_rate_) test->look_again(*centre, !relative[i].empty());
      }
      if (p > error_rate_) continue;
      is_rejected_.insert(key);
      is_on = true;
    }
  }
}

void SequentialTable::judge(Sides& sides) const {
  const auto* test = test_of(sides);
  if (test == nullptr || !test->ratio) return;
  auto& row = sides.row;
  row.verdict = test->verdict;
  row.ratio = test->ratio;
  row.source = SpreadSource::kPairs;
  if (test->is_relative)
    row.reason = "beside what the other benchmarks of the same runs have in common with it";
  const auto p = p_adjusted_.find(key_of(sides));
  if (row.verdict == Verdict::kSame)
    row.p_adjusted = std::min(1.0, static_cast<double>(tests_.size()) * test->p_same);
  else if (p != p_adjusted_.end())
    row.p_adjusted = p->second;
}

}  // namespace tickbench::compare
