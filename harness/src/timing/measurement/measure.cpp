// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/enumerator_name.hpp"
#include "base/throw_error.hpp"
#include "measurement/taken_samples.hpp"

namespace tickbench {
namespace {

/// One mode of one work, by one method after the other until one gives plausible times.
struct Engine {
  struct Refusal {
    TimeMethod method;
    Plausibility found;
    std::string message;
  };

  TimedQueue& queue;
  const Work& work;
  MeasurementSettings settings;
  HostClock& host;
  const PhaseListener& on_phase;
  Plan plan;
  Watches watches{};
  std::vector<Refusal> refusals{};

  void enter(std::string_view phase) const {
    if (on_phase) on_phase(phase);
  }
  std::string name() const { return work.description.empty() ? "" : " for " + work.description; }

  Measurement measure() {
    for (const TimeMethod method : plan.device_methods) {
      const auto begin = host.now();
      try {
        return measure_by(method);
      } catch (const ImplausibleTime& refused) {
        refusals.push_back({method, refused.found(), refused.what()});
        // The next method lives on what is left, so that the budgets hold for all of them together.
        settings.budget = std::max(Seconds(0), settings.budget - Seconds(host.now() - begin));
      }
    }
    if (!is_untimed_command()) fail();
    return measure_by_host();
  }

  Measurement measure_by(TimeMethod method) {
    Bracketer bracketer{queue, work, host, method, plan.displace_bytes};
    Measurement result;
    result.mode = plan.mode;
    result.method = method;
    result.after_reset = work.reset != nullptr;
    result.waits = work.waits;
    for (const Refusal& refusal : refusals)
      result.notes.push_back(
          fmt::format("method {} was refused: {}", to_string(refusal.method), refusal.message));

    enter(kWarmUpPhase);
    const WarmUp warm = warm_up(bracketer, settings);
    result.warm_up_launches = warm.launches;
    result.first = per_launch(warm.first, 1);

    BudgetClock budget(host);
    if (plan.mode == Mode::kBatched)
      sample_batched(bracketer, budget, result);
    else
      sample_isolated(bracketer, warm, budget, result);
    result.clock_step = bracketer.step();
    summarise(result, settings.precision);
    if (result.median == Seconds(0)) check_zero(bracketer);
    return result;
  }

  /// Not during the warm-up: a driver that loads a kernel late would wait for the hold.
  std::optional<HoldLength> make_hold_length(const Bracketer& bracketer) const {
    const bool holds =
        plan.hold.method != HoldMethod::kNone && bracketer.method != TimeMethod::kHost;
    return holds ? std::optional(HoldLength(plan.hold.may_overlap)) : std::nullopt;
  }

  void sample_isolated(Bracketer& bracketer, const WarmUp& warm, BudgetClock& budget,
                       Measurement& result) {
    enter("clock step");
    if (warm.all_zero) check_zero(bracketer);
    enter(kSamplingPhase);
    Bracketer held = bracketer;
    if (plan.hold.method != HoldMethod::kClosedList) held.hold = make_hold_length(bracketer);
    StoppingRule rule(settings);
    take_samples(bracketer, rule, budget, result, held.hold ? &held : nullptr, watches);
  }

  /// Held brackets that are fed; where the host does not keep ahead of the device even with one
  /// launch, or within the budget, brackets that are not held.
  void sample_batched(Bracketer& bracketer, BudgetClock& budget, Measurement& result) {
    bracketer.hold = make_hold_length(bracketer);
    bracketer.time_marks();
    if (!sample_grown(bracketer, budget, result)) {
      bracketer.hold.reset();
      // The first budget went into brackets that are no samples.
      budget.restart_budget();
      sample_grown(bracketer, budget, result);
    }
    if (bracketer.hold) {
      result.hold = plan.hold.method;
      result.marks = bracketer.marks;
    }
    say_why_not_held(result);
    if (settings.graphs &&
        std::ranges::find(plan.device_methods, TimeMethod::kGraph) == plan.device_methods.end())
      result.notes.emplace_back("expected a graph, found work that the queue makes none of");
  }

  /// Brackets as long as they should be, then of half as many launches and so on, until they are
  /// fed. Returns false where none are: that does not happen to brackets that are not held.
  bool sample_grown(Bracketer& bracketer, BudgetClock& budget, Measurement& result) {
    enter("clock step");
    auto& launches = result.launches_per_bracket;
    launches = work.reset ? 1
                          : grow_bracket(bracketer, {settings.budget, settings.precision,
                                                     plan.hold.most_launches});
    enter(kSamplingPhase);
    for (; launches > 0; launches /= 2) {
      StoppingRule rule(settings);
      if (take_samples(bracketer, rule, budget, result, nullptr, watches)) return true;
      if (budget.spent() >= settings.budget) return false;
    }
    return false;
  }

  void say_why_not_held(Measurement& result) const {
    if (result.hold != HoldMethod::kNone || result.method == TimeMethod::kHost) return;
    auto why = plan.hold.why_not;
    if (why.empty() && plan.hold.method != HoldMethod::kNone)
      why = fmt::format("the host did not keep ahead of the device behind a {}",
                        to_string(plan.hold.method));
    if (!why.empty()) result.notes.push_back("its brackets are not held: " + why);
  }

  void check_zero(const Bracketer& bracketer) {
    if (bracketer.method != TimeMethod::kHost)
      probe_zero(queue, work, bracketer.method, bracketer.step(), host);
  }

  bool all_refused_as_zero() const {
    return std::ranges::all_of(
        refusals, [](Plausibility found) { return found == Plausibility::kZero; }, &Refusal::found);
  }

  bool is_untimed_command() const {
    if (!all_refused_as_zero()) return false;
    if (refusals.empty()) return true;
    if (const auto moves = clock_moves(queue, host)) return *moves;
    // No clock to read. A bracket's own marks see time pass whatever lies between them, so a zero
    // from one is the clock's; a zero event may be the command's.
    return std::ranges::find(refusals, TimeMethod::kBracket, &Refusal::method) == refusals.end();
  }

  Measurement measure_by_host() {
    if (!queue.supports(TimeMethod::kHost, work))
      throw_error(Outcome::kUnsupported,
                  "expected a queue that can time{}, found none of its methods to apply", name());
    if (plan.mode == Mode::kBatched) plan.displace_bytes = 0;
    Measurement result = measure_by(TimeMethod::kHost);
    result.notes.push_back(refusals.empty()
                               ? "timed by the host: the queue takes no device times of this work"
                               : "timed by the host: the device reports no time for this work, "
                                 "though its clock moves");
    return result;
  }

  [[noreturn]] void fail() const {
    std::string message = "implausible device time" + name();
    for (const Refusal& refusal : refusals) message += ": " + refusal.message;
    if (all_refused_as_zero()) message += ": the device's clock stands still";
    throw Error(Outcome::kImplausibleTime, message);
  }
};

}  // namespace

Measurement measure(TimedQueue& queue, const Work& work, Mode mode,
                    const MeasurementSettings& settings, HostClock& host,
                    const PhaseListener& on_phase, const Watches& watches) {
  const Plan plan = make_plan(queue, work, mode, settings);
  return Engine{queue, work, settings, host, on_phase, plan, watches}.measure();
}

std::string_view to_string(Mode mode) noexcept {
  return enumerator_name<Mode::kBatched>(mode, {"isolated", "batched"});
}

std::string_view to_string(Cache cache) noexcept {
  return enumerator_name<Cache::kRotating>(cache, {"warm", "cold", "rotating"});
}

std::string_view to_string(StopReason reason) noexcept {
  return enumerator_name<StopReason::kCount>(reason,
                                             {"precision", "noise_floor", "budget", "count"});
}

}  // namespace tickbench
