// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/summary.hpp"

#include "measurement/bracket_growth.hpp"
#include "measurement/precision.hpp"
#include "text/quantity.hpp"
#include "tickbench/statistics.hpp"

namespace tickbench {
namespace {

std::vector<double> values(const std::vector<Sample>& samples, Seconds Sample::*time) {
  std::vector<double> result;
  result.reserve(samples.size());
  for (const Sample& sample : samples) result.push_back((sample.*time).count());
  return result;
}

/// Isolated launches are as long as they are, batched brackets as long as they were made.
Seconds least_resolved(const Measurement& measurement) {
  return measurement.mode == Mode::kIsolated ? measurement.clock_step
                                             : kStepsPerBracket * measurement.clock_step;
}

void judge_resolution(Measurement& measurement) {
  const Seconds bracket =
      measurement.median * static_cast<double>(measurement.launches_per_bracket);
  const Seconds least = least_resolved(measurement);
  // Said once, however often more samples are added.
  const bool is_said = !measurement.resolved;
  measurement.resolved = bracket > Seconds(0) && bracket >= least;
  if (measurement.resolved || is_said) return;
  measurement.notes.push_back("below the clock's resolution: a bracket of " +
                              std::to_string(measurement.launches_per_bracket) +
                              (measurement.launches_per_bracket == 1 ? " launch" : " launches") +
                              " took " + duration_text(bracket) + ", at least " +
                              duration_text(least) + " was needed");
}

}  // namespace

void summarise(Measurement& measurement, double precision) {
  const auto device = values(measurement.samples, &Sample::device);
  const auto host = values(measurement.samples, &Sample::host);
  measurement.median = Seconds(median(device));
  measurement.interval = median_interval(device);
  measurement.noise = noise(device);
  measurement.host_median = Seconds(median(host));
  measurement.host_interval = median_interval(host);
  measurement.converged = is_precise(device, measurement.interval, precision);
  judge_resolution(measurement);
}

}  // namespace tickbench
