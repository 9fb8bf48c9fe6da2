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

void judge_resolution(Measurement& measurement, double precision) {
  const Seconds bracket =
      measurement.median * static_cast<double>(measurement.launches_per_bracket);
  // Isolated launches are as long as they are, batched brackets as long as they were made.
  Seconds least =
      measurement.clock_step * (measurement.mode == Mode::kIsolated ? 1 : kStepsPerBracket);
  // Of a held bracket the marks are all that is not the launches'.
  if (measurement.hold != HoldMethod::kNone) least = std::max(least, kMarks / precision);
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

/// Longer launches hide what the host adds to a bracket of one, some 2 us on a GPU, to within 1 %.
constexpr Seconds kShortLaunch{200e-6};

/// One that is not fed is left out: the next one comes with the next sample.
void take_held(Bracketer& held, Measurement& result) {
  const TimedBracket timed = held.run(1, true);
  if (timed.bracket.fed)
    result.held.push_back(timed.bracket.device);
  else
    ++result.unfed;
}

double host_share(const Measurement& measurement) {
  if (measurement.hold != HoldMethod::kNone || measurement.method == TimeMethod::kHost) return 0;
  const double device = measurement.median.count();
  const double enqueue = median(seconds_of(measurement.samples, &Sample::enqueue));
  return device > 0 ? std::min(1.0, enqueue / device) : 0;
}

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

bool take_samples(Bracketer& bracketer, StoppingRule& rule, std::chrono::nanoseconds begin,
                  Measurement& result, Bracketer* held) {
  const auto launches = result.launches_per_bracket;
  int unfed = 0;
  for (std::optional<StopReason> reason; !reason;) {
    const TimedBracket timed = bracketer.run(launches, result.mode == Mode::kIsolated);
    if (!bracketer.is_valid(timed)) {
      ++result.unfed;
      if (++unfed == kMostUnfed) return false;
      continue;
    }
    unfed = 0;
    result.samples.push_back(per_launch(timed.bracket, launches));
    if (bracketer.hold) result.hold_request = bracketer.hold->request(launches);
    if (held != nullptr && timed.bracket.device < kShortLaunch) take_held(*held, result);
    rule.add(result.samples.back().device, measured_time(timed.bracket));
    reason = rule.judge(bracketer.now() - begin);
    if (reason) result.stop_reason = *reason;
  }
  result.wall = bracketer.now() - begin;
  return true;
}

Sample take_one_like(TimedQueue& queue, const Work& work, const Measurement& like,
                     const MeasurementSettings& settings) {
  const std::size_t displaced = settings.cache == Cache::kCold ? settings.displace_bytes : 0;
  BracketRequest request{like.launches_per_bracket, like.method, displaced};
  if (like.hold != HoldMethod::kNone) request.hold = like.hold_request;
  try {
    for (int tries = 0; tries < kMostUnfed; ++tries) {
      const Bracket bracket =
          run_plausible(queue, work, request, like.clock_step, request.launches == 1);
      if (!request.hold || bracket.fed) return per_launch(bracket, request.launches);
      request.hold->at_least = 2 * std::max(request.hold->at_least, bracket.needed);
    }
  } catch (const ImplausibleTime& refused) {
    throw Error(Outcome::kImplausibleTime,
                fmt::format("after the measurement: {}", refused.what()));
  }
  throw Error(Outcome::kImplausibleTime,
              fmt::format("after the measurement: expected the host to enqueue {} launch{} within "
                          "a hold as before, found {} brackets in turn in which the device waited "
                          "for it",
                          request.launches, request.launches == 1 ? "" : "es", kMostUnfed));
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
  measurement.host_share = host_share(measurement);
  if (!measurement.held.empty()) {
    const auto held = seconds_of(measurement.held);
    measurement.held_median = Seconds(median(held));
    measurement.held_interval = median_interval(held);
  }
  judge_resolution(measurement, precision);
}

}  // namespace tickbench
