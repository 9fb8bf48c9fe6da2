// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "measurement/plausibility_gate.hpp"
#include "tickbench/error.hpp"
#include "tickbench/measurement.hpp"

namespace tickbench {
namespace {

/// Enough for a median that ignores two outliers.
constexpr int kRounds = 5;
/// The host's time for all rounds; the first one is taken whatever it costs.
constexpr Seconds kBudget{0.25};

/// The times of one mode, one a round.
struct DeviceSeries {
  std::vector<double> device;
  std::vector<double> host;
};

void sample_device(TimedQueue& queue, const Work& work, const Measurement* like,
                   const MeasurementSettings& settings, DeviceSeries& series) {
  if (like == nullptr) return;
  const std::size_t displaced = settings.cache == Cache::kCold ? settings.displace_bytes : 0;
  const BracketRequest request{like->launches_per_bracket, like->method, displaced};
  Bracket bracket = queue.run(work, request);
  if (like->method == TimeMethod::kHost) bracket.device = bracket.host;
  const Plausibility found = judge(bracket, like->clock_step);
  const bool is_brief = found == Plausibility::kZero && request.launches == 1;
  if (found != Plausibility::kPlausible && !is_brief) {
    try {
      refuse(found, bracket, request, like->clock_step);
    } catch (const ImplausibleTime& refused) {
      throw Error(Outcome::kImplausibleTime,
                  "beside the references: " + std::string(refused.what()));
    }
  }
  const auto launches = static_cast<double>(request.launches);
  series.device.push_back(bracket.device.count() / launches);
  series.host.push_back(bracket.host.count() / launches);
}

Seconds time_of(const ReferenceWork& reference, HostClock& host) {
  const auto begin = host.now();
  reference.run();
  return host.now() - begin;
}

/// Unknown (0) where a launch read zero: a ratio to nothing says nothing.
RatioEstimate speedup(const std::vector<double>& reference, const std::vector<double>& device) {
  const bool all_positive =
      std::all_of(device.begin(), device.end(), [](double t) { return t > 0; });
  if (device.empty() || !all_positive) return {};
  return paired_ratio(reference, device);
}

int rounds_that_fit(Seconds first_round) {
  const double fit = kBudget / std::max(first_round, kBudget / kRounds);
  return std::clamp(static_cast<int>(fit), 1, kRounds);
}

}  // namespace

std::vector<ReferenceMeasurement> measure_references(TimedQueue& queue, const Work& work,
                                                     const Measurement* batched,
                                                     const Measurement* isolated,
                                                     const std::vector<ReferenceWork>& references,
                                                     const MeasurementSettings& settings,
                                                     HostClock& host) {
  std::vector<ReferenceMeasurement> results;
  for (const ReferenceWork& reference : references)
    results.push_back({reference.name, {}, {}, {}, {}, {}});
  if (results.empty()) return results;

  DeviceSeries batch;
  DeviceSeries single;
  const auto begin = host.now();
  for (int round = 0, rounds = kRounds; round < rounds; ++round) {
    sample_device(queue, work, batched, settings, batch);
    sample_device(queue, work, isolated, settings, single);
    for (std::size_t i = 0; i < references.size(); ++i)
      results[i].samples.push_back(time_of(references[i], host));
    if (round == 0) rounds = rounds_that_fit(host.now() - begin);
  }

  for (ReferenceMeasurement& result : results) {
    std::vector<double> times;
    for (const Seconds sample : result.samples) times.push_back(sample.count());
    result.median = Seconds(median(times));
    result.interval = median_interval(times);
    result.speedup = speedup(times, batched != nullptr ? batch.device : single.device);
    result.speedup_host = speedup(times, single.host);
  }
  return results;
}

}  // namespace tickbench
