// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/sampling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "measurement/resolution.hpp"
#include "measurement/taken_samples.hpp"
#include "statistics/statistics.hpp"
#include "text/wording.hpp"
#include "tickbench/error.hpp"

namespace tickbench {
namespace {

void judge_resolution(Measurement& measurement, double precision) {
  const Seconds bracket =
      measurement.median * static_cast<double>(measurement.launches_per_bracket);
  const auto least = least_bracket(measurement, precision);
  // Said once, however often more samples are added.
  const bool is_said = !measurement.resolved;
  measurement.resolved = bracket > Seconds(0) && bracket >= least.time;
  if (measurement.resolved || is_said) return;
  measurement.notes.push_back(fmt::format(
      "{}: a bracket of {} launch{} took {}, at least {} was needed", least.unless,
      measurement.launches_per_bracket, measurement.launches_per_bracket == 1 ? "" : "es",
      duration_text(bracket), duration_text(least.time)));
}

/// Enough that its median ignores two outliers, and few enough for launches of tens of
/// milliseconds.
constexpr std::size_t kGroup = 5;

/// A host that fed so many brackets before feeds one of so many again.
constexpr int kMostLikeIt = 32;

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
  std::optional<Bracket> first;
  do {
    const Bracket bracket = bracketer.run(1, true).bracket;
    launches.push_back(bracket.device.count());
    if (!first) first = bracket;
  } while (!is_finished(bracketer.now() - begin));
  return {static_cast<std::int64_t>(launches.size()), std::ranges::max(launches) == 0, *first};
}

bool take_samples(Bracketer& bracketer, StoppingRule& rule, std::chrono::nanoseconds& begin,
                  Measurement& result, Bracketer* held, const Watches& watches) {
  const auto launches = result.launches_per_bracket;
  HeldLaunches held_launches(held);
  TakenSamples taken(result, rule, held_launches, watches);
  UnfedInTurn unfed;
  for (std::optional<StopReason> reason; !reason;) {
    const TimedBracket timed = bracketer.run(launches, result.mode == Mode::kIsolated);
    if (bracketer.is_valid(timed)) {
      unfed = {};
      taken.add(timed.bracket);
    } else {
      ++result.unfed;
      const bool is_no_use = unfed.add(timed.bracket);
      // Behind the budget, what there is counts.
      const bool has_ended = !result.samples.empty() && !rule.is_in_budget(bracketer.now() - begin);
      if (is_no_use && !has_ended) return false;
      if (result.samples.empty()) continue;
    }
    const Seconds elapsed = bracketer.now() - begin;
    reason = rule.judge(elapsed);
    if (!reason && !rule.is_in_budget(elapsed)) taken.keep_all();
    if (!reason) continue;
    result.stop_reason = *reason;
    if (!taken.settle() || !rule.is_in_budget(bracketer.now() - begin)) continue;
    begin += taken.wake();
    reason.reset();
  }
  taken.end();
  if (bracketer.hold) result.hold_request = bracketer.hold->request(launches);
  result.wall = bracketer.now() - begin;
  return true;
}

Sample take_one_like(TimedQueue& queue, const Work& work, const Measurement& like,
                     const MeasurementSettings& settings) {
  const std::size_t displaced = settings.cache == Cache::kCold ? settings.displace_bytes : 0;
  BracketRequest request{like.launches_per_bracket, like.method, displaced};
  if (like.hold != HoldMethod::kNone) request.hold = like.hold_request;
  try {
    for (int tries = 0; tries < kMostLikeIt; ++tries) {
      const Bracket bracket =
          run_plausible(queue, work, request, like.clock_step, request.launches == 1);
      if (!request.hold || bracket.fed) return per_launch(bracket, request.launches);
      const Seconds longer = 2 * std::max(request.hold->at_least, bracket.needed);
      request.hold = HoldRequest{std::min(longer, kLongestHold), Seconds(0)};
    }
  } catch (const ImplausibleTime& refused) {
    throw Error(Outcome::kImplausibleTime,
                fmt::format("after the measurement: {}", refused.what()));
  }
  throw Error(Outcome::kImplausibleTime,
              fmt::format("after the measurement: expected the host to enqueue {} launch{} within "
                          "a hold as before, found {} brackets in turn in which the device waited "
                          "for it",
                          request.launches, request.launches == 1 ? "" : "es", kMostLikeIt));
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
    const bool is_turned = pairs.size() % 2 == 1;
    std::pair<Sample, Sample> pair;
    for (const bool is_second : {is_turned, !is_turned}) {
      const auto& measured = is_second ? second : first;
      (is_second ? pair.second : pair.first) =
          take_one_like(measured.queue, measured.work, measured.like, settings);
    }
    pairs.push_back(pair);
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
