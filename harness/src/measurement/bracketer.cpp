// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/bracketer.hpp"

#include <algorithm>
#include <cmath>

namespace tickbench {

TimedBracket Bracketer::run(std::int64_t launches, bool may_be_zero) {
  const BracketRequest request{launches, method_, displace_bytes_};
  TimedBracket timed;
  const auto begin = host_.now();
  timed.bracket = queue_.run(work_, request);
  timed.wall = host_.now() - begin;
  if (method_ == TimeMethod::kHost) timed.bracket.device = timed.bracket.host;

  const Plausibility found = judge(timed.bracket, step());
  const bool is_brief = found == Plausibility::kZero && may_be_zero && zero_is_believable(launches);
  const bool passes = found == Plausibility::kPlausible || is_brief;
  if (!passes) refuse(found, timed.bracket, request, step());
  // A sum of events is no difference of two stamps: its truncations add up.
  if (method_ != TimeMethod::kEvents || launches == 1) detector_.observe(timed.bracket.device);
  if (launches == 1) shortest_launch_ = std::min(shortest_launch_, timed.bracket.device);
  return timed;
}

bool Bracketer::zero_is_believable(std::int64_t launches) const {
  return launches > 1 || std::isinf(shortest_launch_.count()) || shortest_launch_ <= 2 * step();
}

}  // namespace tickbench
