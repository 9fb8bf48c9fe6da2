// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "measurement/bracket_growth.hpp"
#include "measurement/bracketer.hpp"
#include "measurement/plan.hpp"
#include "measurement/sampling.hpp"
#include "measurement/summary.hpp"
#include "measurement/warm_up.hpp"
#include "measurement/zero_probe.hpp"
#include "tickbench/error.hpp"
#include "tickbench/measurement.hpp"

namespace tickbench {
namespace {

/// One mode of one work, by one method after the other until one gives plausible times.
class Engine {
 public:
  Engine(TimedQueue& queue, const Work& work, Mode mode, const MeasurementSettings& settings,
         HostClock& host, const PhaseListener& on_phase)
      : queue_(queue),
        work_(work),
        settings_(settings),
        host_(host),
        on_phase_(on_phase),
        plan_(make_plan(queue, work, mode, settings)) {}

  Measurement measure();

 private:
  Measurement measure_by(TimeMethod method);
  void find_step(Bracketer& bracketer, const WarmUp& warm_up, Measurement& result);
  void check_zero(const Bracketer& bracketer);

  Measurement measure_by_host();
  bool is_untimed_command() const;
  [[noreturn]] void fail() const;

  void enter(std::string_view phase) const {
    if (on_phase_) on_phase_(phase);
  }
  std::string name() const { return work_.description.empty() ? "" : " for " + work_.description; }

  struct Refusal {
    TimeMethod method;
    Plausibility found;
    std::string message;
  };

  TimedQueue& queue_;
  const Work& work_;
  MeasurementSettings settings_;
  HostClock& host_;
  const PhaseListener& on_phase_;
  Plan plan_;
  std::vector<Refusal> refusals_;
};

Measurement Engine::measure() {
  for (const TimeMethod method : plan_.device_methods) {
    const auto begin = host_.now();
    try {
      return measure_by(method);
    } catch (const ImplausibleTime& refused) {
      refusals_.push_back({method, refused.found(), refused.what()});
      // The next method lives on what is left, so that the budgets hold for all of them together.
      settings_.budget = std::max(Seconds(0), settings_.budget - Seconds(host_.now() - begin));
    }
  }
  if (!is_untimed_command()) fail();
  return measure_by_host();
}

Measurement Engine::measure_by(TimeMethod method) {
  Bracketer bracketer(queue_, work_, host_, method, plan_.displace_bytes);
  Measurement result;
  result.mode = plan_.mode;
  result.method = method;
  for (const Refusal& refusal : refusals_)
    result.notes.push_back("method " + std::string(to_string(refusal.method)) +
                           " was refused: " + refusal.message);

  enter("warm-up");
  const WarmUp warm = warm_up(bracketer, settings_);
  result.warm_up_launches = warm.launches;

  const auto begin = host_.now();
  enter("clock step");
  find_step(bracketer, warm, result);

  enter("sampling");
  StoppingRule rule(settings_);
  Sampling sampling = take_samples(bracketer, plan_.mode, result.launches_per_bracket, rule, begin);
  result.wall = host_.now() - begin;
  result.samples = std::move(sampling.samples);
  result.stop_reason = sampling.stop_reason;
  result.clock_step = bracketer.step();
  summarise(result, settings_.precision);
  if (result.median == Seconds(0)) check_zero(bracketer);
  return result;
}

void Engine::find_step(Bracketer& bracketer, const WarmUp& warm_up, Measurement& result) {
  if (plan_.mode == Mode::kBatched)
    result.launches_per_bracket = grow_bracket(bracketer, settings_.budget);
  else if (warm_up.all_zero)
    check_zero(bracketer);
}

void Engine::check_zero(const Bracketer& bracketer) {
  if (bracketer.method() == TimeMethod::kHost) return;
  probe_zero(queue_, work_, bracketer.method(), bracketer.step(), host_);
}

bool Engine::is_untimed_command() const {
  const auto is_zero = [](const Refusal& refusal) { return refusal.found == Plausibility::kZero; };
  if (!std::all_of(refusals_.begin(), refusals_.end(), is_zero)) return false;
  if (refusals_.empty()) return true;
  if (const auto moves = clock_moves(queue_, host_)) return *moves;
  // No clock to read. A bracket's own marks see time pass whatever lies between them, so a zero
  // from one is the clock's; a zero event may be the command's.
  return std::none_of(refusals_.begin(), refusals_.end(), [](const Refusal& refusal) {
    return refusal.method == TimeMethod::kBracket;
  });
}

Measurement Engine::measure_by_host() {
  if (!queue_.supports(TimeMethod::kHost, work_))
    throw Error(Outcome::kUnsupported,
                "expected a queue that can time" + name() + ", found none of its methods to apply");
  plan_.displace_bytes = plan_.mode == Mode::kIsolated ? plan_.displace_bytes : 0;
  Measurement result = measure_by(TimeMethod::kHost);
  result.notes.push_back(refusals_.empty()
                             ? "timed by the host: the queue takes no device times of this work"
                             : "timed by the host: the device reports no time for this work, "
                               "though its clock moves");
  return result;
}

void Engine::fail() const {
  std::string message = "implausible device time" + name();
  for (const Refusal& refusal : refusals_) message += ": " + refusal.message;
  const bool all_zero = std::all_of(refusals_.begin(), refusals_.end(), [](const Refusal& refusal) {
    return refusal.found == Plausibility::kZero;
  });
  if (all_zero) message += ": the device's clock stands still";
  throw Error(Outcome::kImplausibleTime, message);
}

}  // namespace

Measurement measure(TimedQueue& queue, const Work& work, Mode mode,
                    const MeasurementSettings& settings, HostClock& host,
                    const PhaseListener& on_phase) {
  return Engine(queue, work, mode, settings, host, on_phase).measure();
}

}  // namespace tickbench
