// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/sampling.hpp"

namespace tickbench {
namespace {

/// What a bracket adds to the time measured. One that reads zero, below the clock's resolution,
/// took at most the host's time; by its reading a minimum time would never be reached.
Seconds measured_time(const Bracket& bracket) {
  return bracket.device.count() > 0 ? bracket.device : bracket.host;
}

}  // namespace

Sample per_launch(const Bracket& bracket, std::int64_t launches) {
  const auto count = static_cast<double>(launches);
  return {bracket.device / count, bracket.host / count, bracket.enqueue / count,
          bracket.host_begin,     bracket.device_begin, bracket.launch};
}

Sampling take_samples(Bracketer& bracketer, Mode mode, std::int64_t launches, StoppingRule& rule,
                      std::chrono::nanoseconds begin) {
  Sampling result;
  for (;;) {
    const TimedBracket timed = bracketer.run(launches, mode == Mode::kIsolated);
    result.samples.push_back(per_launch(timed.bracket, launches));
    rule.add(result.samples.back().device, measured_time(timed.bracket));
    if (const auto reason = rule.judge(bracketer.now() - begin)) {
      result.stop_reason = *reason;
      return result;
    }
  }
}

}  // namespace tickbench
