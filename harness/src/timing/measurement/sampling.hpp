// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "conditions/clock_watch.hpp"
#include "conditions/speed_watch.hpp"
#include "measurement/brackets.hpp"
#include "measurement/stopping_rule.hpp"

namespace tickbench {

/// What a bracket has to take for its clock and its marks to be small beside it.
struct LeastBracket {
  Seconds time{};
  std::string_view reason_if_shorter;  ///< "below the clock's resolution"
};
LeastBracket least_bracket(const Measurement& measurement, double precision);

struct WarmUp {
  std::int64_t launches = 0;
  bool all_zero = true;  ///< no launch showed a device time
  Bracket first{};
};

/// Launches one by one until the device is warm: after the minimum, once two successive groups of
/// five launches agree within the precision, or when the budget ends. Launches so long that the
/// budget ends it first are warmed up by at least one, and by three where three fit.
///
/// A first launch may take 40 times as long as later ones (compilation, page faults,
/// clocks that rise), and the one after it may be just as unlike the steady state.
WarmUp warm_up(Bracketer& bracketer, const MeasurementSettings& settings);

/// The wall time of one measurement, and what of its budget is spent. Time that is skipped counts
/// for neither.
class BudgetClock {
 public:
  explicit BudgetClock(HostClock& host) : host_(host) {}
  Seconds wall() const { return host_.now() - begin_; }
  Seconds spent() const { return host_.now() - budget_begin_; }
  /// What follows has a budget of its own.
  void restart_budget() { budget_begin_ = host_.now(); }
  void skip(std::chrono::nanoseconds time) {
    begin_ += time;
    budget_begin_ += time;
  }

 private:
  HostClock& host_;
  std::chrono::nanoseconds begin_ = host_.now(), budget_begin_ = begin_;
};

/// Takes brackets of result.launches_per_bracket launches until the rule says stop. Fills in
/// samples, stop reason and wall time. A held bracket that was not fed is no sample.
///
/// `held`, where there is one, takes held brackets of one launch in turn with the samples, for as
/// long as launches are short.
///
/// `watches.clocks` reads the device's state between brackets. `watches.speed` looks at its canary
/// behind the last one: where that is slow, all samples since the last look are, and the device is
/// woken outside of the budget, twice at most. It finds none slowed where the clocks have a reason
/// that holds throughout.
///
/// Samples that are found slowed are dropped, and others are taken within the budget. They are kept
/// after all where fewer than six others are left, where the budget does not reach the device time
/// that was asked for, and where the number of samples was given.
///
/// Returns false, without samples, where 8 brackets in turn were not fed.
bool take_samples(Bracketer& bracketer, StoppingRule& rule, BudgetClock& budget,
                  Measurement& result, Bracketer* held = nullptr, const Watches& watches = {});

/// One more sample, taken as `measurement` of the same work took its own. Throws Error
/// (kImplausibleTime).
Sample repeat_sample(TimedQueue& queue, const Work& work, const Measurement& measurement,
                     const MeasurementSettings& settings);

/// One time of each value, in seconds.
template <class T, class Time = std::identity>
std::vector<double> to_seconds(const std::vector<T>& values, Time time = {}) {
  std::vector<double> result;
  result.reserve(values.size());
  for (const T& value : values) result.push_back(std::invoke(time, value).count());
  return result;
}

/// Fills in what follows from samples, mode, method, launches and clock step: medians, intervals,
/// noise, and whether they converged and the clock resolved them.
void summarise(Measurement& measurement, double precision);

/// Runs launches of a work for at least a second more, in brackets of 10 ms that are not held, and
/// reads the device's energy between them. `like`: how the work was measured. Nothing where the
/// device does not tell.
std::optional<conditions::Energy> measure_energy(TimedQueue& queue, const Work& work,
                                                 const Measurement& like,
                                                 conditions::WatchedDevice& device,
                                                 HostClock& host);

}  // namespace tickbench
