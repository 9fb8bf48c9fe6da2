// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "compare/compare.hpp"

namespace tickbench::compare {

namespace {

// Below, Student's interval is as wide as the door.
constexpr std::size_t kFewestPairs = 4;

std::size_t next_look(std::size_t pairs) {
  const auto grown = pairs + pairs / 2;
  return grown + grown % 2;  // even: whole blocks of the balanced order
}

}  // namespace

std::vector<bool> balanced_order(std::size_t pairs, std::mt19937_64& random) {
  std::vector<bool> old_first;
  old_first.reserve(pairs + 1);
  while (old_first.size() < pairs) {
    // The engine's lowest bit: a distribution's draw would differ between standard libraries.
    const bool first = (random() & 1U) != 0;
    old_first.push_back(first);
    old_first.push_back(!first);
  }
  old_first.resize(pairs);
  return old_first;
}

Plan::Plan(std::size_t pairs, double alpha) : pairs_(pairs), alpha_(alpha) {
  const auto can_look_at = [&](std::size_t n) {
    return n >= inference::signed_rank_least(spent(n));
  };
  auto first = kFewestPairs;
  while (first < pairs && !can_look_at(first)) first += 2;
  if (first >= pairs && !can_look_at(pairs)) {
    assumes_normal_ = true;
    first = std::min(kFewestPairs, pairs);
  }
  for (auto look = first; look < pairs; look = next_look(look)) looks_.push_back(look);
  looks_.push_back(pairs);
}

double Plan::spent(std::size_t pairs) const {
  const double part = std::min(1.0, static_cast<double>(pairs) / static_cast<double>(pairs_));
  return alpha_ * part * part;
}

void SequentialTest::look(std::span<const double> log_ratios, double step) {
  const double alpha = plan_->spent(log_ratios.size()) - spent_;
  if (alpha <= 0 || log_ratios.size() < 2) return;
  if (!plan_->assumes_normal() && log_ratios.size() < inference::signed_rank_least(alpha)) return;
  spent_ += alpha;
  const auto centre = plan_->assumes_normal() ? inference::student(log_ratios, alpha, step)
                                              : inference::signed_rank(log_ratios, alpha, step);
  const auto latest = ratio_of(centre);
  if (has_ratio_) {
    ratio_.interval.low = std::max(ratio_.interval.low, latest.interval.low);
    ratio_.interval.high = std::min(ratio_.interval.high, latest.interval.high);
    // Two looks that exclude each other: one of them is the error that the rate allows for.
    if (ratio_.interval.low > ratio_.interval.high) ratio_.interval = latest.interval;
  } else {
    ratio_.interval = latest.interval;
  }
  ratio_.interval.level = 1 - plan_->spent(plan_->pairs());
  ratio_.estimate = std::clamp(latest.estimate, ratio_.interval.low, ratio_.interval.high);
  has_ratio_ = true;
  if (verdict_ == Verdict::kUnclear) verdict_ = judge(ratio_, effect_, better_);
}

}  // namespace tickbench::compare
