// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/resolution.hpp"

#include "measurement/brackets.hpp"

namespace tickbench {

LeastBracket least_bracket(const Measurement& measurement, double precision) {
  // Isolated launches are as long as they are, batched brackets as long as they were made.
  const Seconds clock_time =
      measurement.clock_step * (measurement.mode == Mode::kIsolated ? 1 : kStepsPerBracket);
  // Of a held bracket the marks are all that is not the launches'.
  const Seconds marks_time = measurement.marks / precision;
  if (marks_time > clock_time) return {marks_time, "marks too long for the precision"};
  return {clock_time, "below the clock's resolution"};
}

}  // namespace tickbench
