// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/bracket_check.hpp"

#include <string>

#include "tickbench/error.hpp"

namespace tickbench::backend {

void require_bracket(const TimedQueue& timed, const Work& work, const BracketRequest& request) {
  const auto refuse = [&](const std::string& why) {
    throw Error(Outcome::kInvalidBenchmark, "'" + work.description + "': " + why);
  };
  if (request.launches < 1)
    refuse("expected at least one launch in a bracket, found " + std::to_string(request.launches));
  if (!timed.supports(request.method, work))
    refuse("this queue cannot time it by the method asked for");
  if (request.launches == 1) return;
  if (request.method == TimeMethod::kEvent)
    refuse("expected one launch where the time is that of one event, found " +
           std::to_string(request.launches));
  if (request.displace_bytes != 0 && request.method != TimeMethod::kEvents)
    refuse(
        "with the caches displaced before each of several launches, each needs an event of its "
        "own");
}

}  // namespace tickbench::backend
