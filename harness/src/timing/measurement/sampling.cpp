// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "measurement/sampling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "base/parallel.hpp"
#include "base/throw_error.hpp"
#include "measurement/taken_samples.hpp"
#include "text/wording.hpp"

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
      "{}: a bracket of {} launch{} took {}, at least {} was needed", least.reason_if_shorter,
      measurement.launches_per_bracket, measurement.launches_per_bracket == 1 ? "" : "es",
      duration_text(bracket), duration_text(least.time)));
}

/// Enough that its median ignores two outliers, and few enough for launches of tens of
/// milliseconds.
constexpr std::size_t kGroup = 5;

/// A host that fed so many brackets before feeds one of so many again.
constexpr int kMostTries = 32;

double host_share(const Measurement& measurement) {
  if (measurement.hold != HoldMethod::kNone || measurement.method == TimeMethod::kHost) return 0;
  const double device = measurement.median.count();
  const double enqueue = median(to_seconds(measurement.samples, &Sample::enqueue));
  return device > 0 ? std::min(1.0, enqueue / device) : 0;
}

bool is_settled(std::span<const double> launches, double precision) {
  if (launches.size() < 2 * kGroup || launches.size() % kGroup != 0) return false;
  const double latest = median(launches.last(kGroup));
  const double before = median(launches.last(2 * kGroup).first(kGroup));
  return std::abs(latest - before) <= precision * latest;
}

/// Long beside the wait at its end, short beside the steps of a device's counter.
constexpr Seconds kEnergyBracket{0.01};
constexpr double kMostInBracket = 10'000;

std::int64_t bracket_launches(const Measurement& like) {
  const double launches = like.median > Seconds(0) ? kEnergyBracket / like.median : kMostInBracket;
  return static_cast<std::int64_t>(std::ceil(std::clamp(launches, 1.0, kMostInBracket)));
}

}  // namespace

LeastBracket least_bracket(const Measurement& measurement, double precision) {
  // Isolated launches are as long as they are, batched brackets as long as they were made.
  const Seconds clock_time =
      measurement.clock_step * (measurement.mode == Mode::kIsolated ? 1 : kStepsPerBracket);
  // Of a held bracket the marks are all that is not the launches'.
  const Seconds marks_time = measurement.marks / precision;
  if (marks_time > clock_time) return {marks_time, "marks too long for the precision"};
  return {clock_time, "below the clock's resolution"};
}

WarmUp warm_up(Bracketer& bracketer, const MeasurementSettings& settings) {
  std::vector<double> launches;
  const Seconds most = std::min(settings.warm_up_budget, settings.budget / 2);
  const auto is_finished = [&](Seconds elapsed) {
    return elapsed >= settings.minimum_warm_up &&
           (elapsed >= most || is_settled(launches, settings.precision));
  };
  const auto begin = bracketer.host.now();
  std::optional<Bracket> first;
  do {
    const Bracket bracket = bracketer.run(1, true).bracket;
    launches.push_back(bracket.device.count());
    if (!first) first = bracket;
  } while (!is_finished(bracketer.host.now() - begin));
  return {static_cast<std::int64_t>(launches.size()), std::ranges::max(launches) == 0, *first};
}

bool take_samples(Bracketer& bracketer, StoppingRule& rule, BudgetClock& budget,
                  Measurement& result, Bracketer* held, const Watches& watches) {
  TakenSamples taken(result, rule, held, watches);
  UnfedInTurn unfed;
  const auto is_in_budget = [&] { return rule.is_in_budget(budget.spent()); };
  for (bool is_over = false; !is_over;) {
    const TimedBracket timed = bracketer.run(result.launches_per_bracket,
                                             result.mode == Mode::kIsolated || result.after_reset);
    if (bracketer.is_valid(timed)) {
      unfed = {};
      taken.add(timed.bracket);
    } else {
      ++result.unfed;
      // After the budget, the samples so far count.
      if (unfed.add(timed.bracket) && (taken.is_empty() || is_in_budget())) return false;
    }
    if (!taken.are_enough(budget.spent())) continue;
    is_over = !taken.drop_slowed() || !is_in_budget();
    if (!is_over) budget.skip(taken.wake());
  }
  taken.end();
  if (bracketer.hold) result.hold_request = bracketer.hold->request(result.launches_per_bracket);
  result.wall = budget.wall();
  return true;
}

Sample repeat_sample(TimedQueue& queue, const Work& work, const Measurement& measurement,
                     const MeasurementSettings& settings) {
  const std::size_t displaced = settings.cache == Cache::kCold ? settings.displace_bytes : 0;
  BracketRequest request{measurement.launches_per_bracket, measurement.method, displaced};
  if (measurement.hold != HoldMethod::kNone) request.hold = measurement.hold_request;
  try {
    for (int tries = 0; tries < kMostTries; ++tries) {
      const Bracket bracket =
          run_plausible(queue, work, request, measurement.clock_step, request.launches == 1);
      if (!request.hold || bracket.fed) return per_launch(bracket, request.launches);
      const Seconds longer = 2 * std::max(request.hold->at_least, bracket.required_hold);
      request.hold = HoldRequest{std::min(longer, kLongestHold), Seconds(0)};
    }
  } catch (const ImplausibleTime& refused) {
    throw_error(Outcome::kImplausibleTime, "after the measurement: {}", refused.what());
  }
  throw_error(Outcome::kImplausibleTime,
              "after the measurement: expected the host to enqueue {} launch{} within a hold as "
              "before, found {} brackets in turn in which the device waited for it",
              request.launches, request.launches == 1 ? "" : "es", kMostTries);
}

namespace {

/// What it costs a launch that a thread takes a processor from others, by the switch itself and by
/// cold caches, but at most half of the launch. Launches of 13 us took 2 to 6.5 us longer beside
/// busy loops, and ran for it.
constexpr Seconds kSwitch{8e-6};

/// Notes in each sample what others took of it. `ran_alone`: threads ran nothing but the launches.
void note_taken(std::span<Sample> samples, std::int64_t launches_per_bracket,
                std::vector<conditions::ThreadTimes> threads, bool ran_alone) {
  const auto launches = static_cast<double>(launches_per_bracket);
  // Where others leave a sample's work to one thread, other samples tell how many share it.
  std::vector<std::size_t> busy;
  for (const auto& times : threads) busy.push_back(times.busy);
  const auto most = busy.begin() + static_cast<std::ptrdiff_t>(busy.size() * 9 / 10);
  std::ranges::nth_element(busy, most);
  const auto at_once = std::min(*most, allowed_processors().size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (!ran_alone) threads[i].ran = Seconds(0);
    const auto& time = samples[i].device;
    const auto taken = conditions::taken_by_others(time * launches, threads[i], at_once) / launches;
    const auto switches = kSwitch * std::min(threads[i].turns / launches, 1.0);
    samples[i].taken = std::min(time, taken + std::min(switches, time / 2));
  }
}

}  // namespace

void measure_on(TimedQueue& queue, const Work& work, Measurement& measurement,
                const MeasurementSettings& settings, Seconds budget, HostClock& host,
                const std::function<conditions::Threads()>& threads) {
  const auto begin = host.now();
  auto& samples = measurement.samples;
  const auto first = samples.size();
  std::vector<conditions::ThreadTimes> meanwhile;
  do {
    const auto before = threads ? threads() : conditions::Threads();
    samples.push_back(repeat_sample(queue, work, measurement, settings));
    if (!before.empty()) meanwhile.push_back(conditions::between(before, threads()));
  } while (host.now() - begin < budget);
  if (meanwhile.size() == samples.size() - first)
    note_taken(std::span(samples).subspan(first), measurement.launches_per_bracket,
               std::move(meanwhile), settings.cache == Cache::kWarm && !work.reset);
  measurement.wall += host.now() - begin;
  summarise(measurement, settings.precision);
}

SamplePairs measure_alternately(const MeasuredWork& first, const MeasuredWork& second,
                                const MeasurementSettings& settings, Seconds budget,
                                HostClock& host, bool* is_at_second) {
  SamplePairs pairs;
  const auto begin = host.now();
  do {
    const bool is_turned = pairs.size() % 2 == 1;
    std::pair<Sample, Sample> pair;
    for (const bool is_second : {is_turned, !is_turned}) {
      if (is_at_second != nullptr) *is_at_second = is_second;
      const auto& measured = is_second ? second : first;
      (is_second ? pair.second : pair.first) =
          repeat_sample(measured.queue, measured.work, measured.like, settings);
    }
    pairs.push_back(pair);
  } while (host.now() - begin < budget);
  if (is_at_second != nullptr) *is_at_second = false;
  return pairs;
}

std::string method_name(const Measurement& measurement) {
  return fmt::format("{}{}{}{}", measurement.hold == HoldMethod::kNone ? "" : "held ",
                     to_string(measurement.method), measurement.waits ? " with waits" : "",
                     measurement.after_reset ? " after a reset" : "");
}

std::optional<conditions::Energy> measure_energy(TimedQueue& queue, const Work& work,
                                                 const Measurement& like,
                                                 conditions::WatchedDevice& device,
                                                 HostClock& host) {
  if (const auto power = device.power(); !power.joules && !power.watts) return std::nullopt;
  const BracketRequest request{.launches = bracket_launches(like), .method = TimeMethod::kHost};
  conditions::EnergyMeter meter;
  std::int64_t launches = 0;
  const Seconds begin = host.now();
  do {
    queue.run(work, request);
    launches += request.launches;
    if (const Seconds now = Seconds(host.now()) - begin; meter.is_due(now))
      meter.add(now, launches, device.power());
  } while (!meter.is_enough() && Seconds(host.now()) - begin < conditions::EnergyMeter::kMost);
  return meter.energy();
}

void summarise(Measurement& measurement, double precision) {
  const auto device = to_seconds(measurement.samples, &Sample::device);
  const auto host = to_seconds(measurement.samples, &Sample::host);
  measurement.median = Seconds(median(device));
  measurement.interval = median_interval(device);
  measurement.noise = noise(device);
  measurement.host_median = Seconds(median(host));
  measurement.host_interval = median_interval(host);
  measurement.converged = is_precise(device, measurement.interval, precision);
  measurement.host_share = host_share(measurement);
  if (!measurement.held.empty()) {
    const auto held = to_seconds(measurement.held);
    measurement.held_median = Seconds(median(held));
    measurement.held_interval = median_interval(held);
  }
  judge_resolution(measurement, precision);
}

}  // namespace tickbench
