// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/sampling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "text/wording.hpp"
#include "tickbench/error.hpp"
#include "tickbench/statistics.hpp"

namespace tickbench {
namespace {

/// What a bracket adds to the time measured. One that reads zero, below the clock's resolution,
/// took at most the host's time; by its reading a minimum time would never be reached.
Seconds measured_time(const Bracket& bracket) {
  return bracket.device.count() > 0 ? bracket.device : bracket.host;
}

/// A bracket of so many launches as a sample.
Sample per_launch(const Bracket& bracket, std::int64_t launches) {
  const auto count = static_cast<double>(launches);
  return {bracket.device / count, bracket.host / count, bracket.enqueue / count,
          bracket.host_begin,     bracket.device_begin, bracket.launch};
}

void judge_resolution(Measurement& measurement) {
  const Seconds bracket =
      measurement.median * static_cast<double>(measurement.launches_per_bracket);
  // Isolated launches are as long as they are, batched brackets as long as they were made.
  const Seconds least =
      measurement.clock_step * (measurement.mode == Mode::kIsolated ? 1 : kStepsPerBracket);
  // Said once, however often more samples are added.
  const bool is_said = !measurement.resolved;
  measurement.resolved = bracket > Seconds(0) && bracket >= least;
  if (measurement.resolved || is_said) return;
  measurement.notes.push_back(fmt::format(
      "below the clock's resolution: a bracket of {} launch{} took {}, at least {} was needed",
      measurement.launches_per_bracket, measurement.launches_per_bracket == 1 ? "" : "es",
      duration_text(bracket), duration_text(least)));
}

/// Enough that its median ignores two outliers, and few enough for launches of tens of
/// milliseconds.
constexpr std::size_t kGroup = 5;

bool is_settled(std::span<const double> launches, double precision) {
  if (launches.size() < 2 * kGroup || launches.size() % kGroup != 0) return false;
  const double latest = median(launches.last(kGroup));
  const double before = median(launches.last(2 * kGroup).first(kGroup));
  return std::abs(latest - before) <= precision * latest;
}

}  // namespace

WarmUp warm_up(Bracketer& bracketer, const MeasurementSettings& settings) {
  std::vector<double> launches;
  const auto is_finished = [&](Seconds elapsed) {
    return elapsed >= settings.minimum_warm_up &&
           (elapsed >= settings.warm_up_budget || is_settled(launches, settings.precision));
  };
  const auto begin = bracketer.now();
  do launches.push_back(bracketer.run(1, true).bracket.device.count());
  while (!is_finished(bracketer.now() - begin));
  return {static_cast<std::int64_t>(launches.size()), std::ranges::max(launches) == 0};
}

void take_samples(Bracketer& bracketer, StoppingRule& rule, std::chrono::nanoseconds begin,
                  Measurement& result) {
  std::optional<StopReason> reason;
  while (!reason) {
    const auto launches = result.launches_per_bracket;
    const TimedBracket timed = bracketer.run(launches, result.mode == Mode::kIsolated);
    result.samples.push_back(per_launch(timed.bracket, launches));
    rule.add(result.samples.back().device, measured_time(timed.bracket));
    reason = rule.judge(bracketer.now() - begin);
  }
  result.stop_reason = *reason;
  result.wall = bracketer.now() - begin;
}

Sample take_one_like(TimedQueue& queue, const Work& work, const Measurement& like,
                     const MeasurementSettings& settings) {
  const std::size_t displaced = settings.cache == Cache::kCold ? settings.displace_bytes : 0;
  const BracketRequest request{like.launches_per_bracket, like.method, displaced};
  try {
    return per_launch(run_plausible(queue, work, request, like.clock_step, request.launches == 1),
                      request.launches);
  } catch (const ImplausibleTime& refused) {
    throw Error(Outcome::kImplausibleTime,
                fmt::format("after the measurement: {}", refused.what()));
  }
}

void measure_on(TimedQueue& queue, const Work& work, Measurement& measurement,
                const MeasurementSettings& settings, Seconds budget, HostClock& host) {
  const auto begin = host.now();
  do measurement.samples.push_back(take_one_like(queue, work, measurement, settings));
  while (host.now() - begin < budget);
  measurement.wall += host.now() - begin;
  summarise(measurement, settings.precision);
}

SamplePairs measure_alternately(const MeasuredWork& first, const MeasuredWork& second,
                                const MeasurementSettings& settings, Seconds budget,
                                HostClock& host) {
  SamplePairs pairs;
  const auto begin = host.now();
  do {
    const Sample one = take_one_like(first.queue, first.work, first.like, settings);
    const Sample other = take_one_like(second.queue, second.work, second.like, settings);
    pairs.emplace_back(one, other);
  } while (host.now() - begin < budget);
  return pairs;
}

void summarise(Measurement& measurement, double precision) {
  const auto device = seconds_of(measurement.samples, &Sample::device);
  const auto host = seconds_of(measurement.samples, &Sample::host);
  measurement.median = Seconds(median(device));
  measurement.interval = median_interval(device);
  measurement.noise = noise(device);
  measurement.host_median = Seconds(median(host));
  measurement.host_interval = median_interval(host);
  measurement.converged = is_precise(device, measurement.interval, precision);
  judge_resolution(measurement);
}

}  // namespace tickbench
