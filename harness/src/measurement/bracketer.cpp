// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/bracketer.hpp"

namespace tickbench {

TimedBracket Bracketer::run(std::int64_t launches, bool may_be_zero) {
  const BracketRequest request{launches, method_, displace_bytes_};
  TimedBracket timed;
  timed.begin = host_.now();
  timed.bracket = queue_.run(work_, request);
  timed.wall = host_.now() - timed.begin;
  if (method_ == TimeMethod::kHost) timed.bracket.device = timed.bracket.host;

  const Plausibility found = judge(timed.bracket, step());
  const bool passes =
      found == Plausibility::kPlausible || (found == Plausibility::kZero && may_be_zero);
  if (!passes) refuse(found, timed.bracket, request, step());
  // A sum of events is no difference of two stamps: its truncations add up.
  if (method_ != TimeMethod::kEvents || launches == 1) detector_.observe(timed.bracket.device);
  return timed;
}

}  // namespace tickbench
