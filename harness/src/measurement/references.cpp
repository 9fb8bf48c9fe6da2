// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <vector>

#include "measurement/resample.hpp"
#include "tickbench/measurement.hpp"

namespace tickbench {
namespace {

/// Enough for a median that ignores two outliers.
constexpr int kRounds = 5;
/// The host's time for all rounds; the first one is taken whatever it costs.
constexpr Seconds kBudget{0.25};

Seconds time_of(const ReferenceWork& reference, HostClock& host) {
  const auto begin = host.now();
  reference.run();
  return host.now() - begin;
}

std::vector<double> values(const std::vector<Seconds>& times) {
  std::vector<double> result;
  result.reserve(times.size());
  for (const Seconds time : times) result.push_back(time.count());
  return result;
}

/// Unknown (0) where a launch read zero: a ratio to nothing says nothing.
RatioEstimate speedup(const ReferenceMeasurement& reference, const std::vector<Seconds>& device) {
  const bool all_positive =
      std::all_of(device.begin(), device.end(), [](Seconds t) { return t > Seconds(0); });
  if (device.empty() || !all_positive) return {};
  return paired_ratio(values(reference.samples), values(device));
}

int rounds_that_fit(Seconds first_round) {
  const double fit = kBudget / std::max(first_round, kBudget / kRounds);
  return std::clamp(static_cast<int>(fit), 1, kRounds);
}

/// One round after the other, all kept in the results.
class Rounds {
 public:
  Rounds(TimedQueue& queue, const Work& work, const Measurement* batched,
         const Measurement* isolated, const std::vector<ReferenceWork>& references,
         const MeasurementSettings& settings, HostClock& host,
         std::vector<ReferenceMeasurement>& results)
      : queue_(queue),
        work_(work),
        batched_(batched),
        isolated_(isolated),
        references_(references),
        settings_(settings),
        host_(host),
        results_(results) {}

  void take_one() {
    std::optional<Sample> batch;
    std::optional<Sample> single;
    if (batched_ != nullptr) batch = take_one_like(queue_, work_, *batched_, settings_);
    if (isolated_ != nullptr) single = take_one_like(queue_, work_, *isolated_, settings_);
    for (std::size_t i = 0; i < references_.size(); ++i) {
      auto& result = results_[i];
      prepare(references_[i]);
      result.samples.push_back(time_of(references_[i], host_));
      if (batch || single) result.device.push_back(batch ? batch->device : single->device);
      if (single) result.host.push_back(single->host);
    }
  }

  /// All that was spent on preparing runs.
  Seconds preparing() const { return preparing_; }

  void summarise() {
    for (auto& result : results_) {
      const auto times = values(result.samples);
      result.median = Seconds(median(times));
      result.interval = median_interval(times);
      result.speedup = speedup(result, result.device);
      result.speedup_host = speedup(result, result.host);
    }
  }

 private:
  void prepare(const ReferenceWork& reference) {
    if (!reference.prepare) return;
    const auto begin = host_.now();
    reference.prepare();
    preparing_ += host_.now() - begin;
  }

  TimedQueue& queue_;
  const Work& work_;
  const Measurement* batched_;
  const Measurement* isolated_;
  const std::vector<ReferenceWork>& references_;
  const MeasurementSettings& settings_;
  HostClock& host_;
  std::vector<ReferenceMeasurement>& results_;
  Seconds preparing_{0};
};

}  // namespace

std::vector<ReferenceMeasurement> measure_references(TimedQueue& queue, const Work& work,
                                                     const Measurement* batched,
                                                     const Measurement* isolated,
                                                     const std::vector<ReferenceWork>& references,
                                                     const MeasurementSettings& settings,
                                                     HostClock& host) {
  std::vector<ReferenceMeasurement> results;
  for (const ReferenceWork& reference : references) results.emplace_back().name = reference.name;
  if (results.empty()) return results;
  Rounds rounds(queue, work, batched, isolated, references, settings, host, results);
  const auto begin = host.now();
  for (int round = 0, count = kRounds; round < count; ++round) {
    rounds.take_one();
    if (round == 0) count = rounds_that_fit(host.now() - begin - rounds.preparing());
  }
  rounds.summarise();
  return results;
}

void measure_references_on(TimedQueue& queue, const Work& work, const Measurement* batched,
                           const Measurement* isolated,
                           const std::vector<ReferenceWork>& references,
                           const MeasurementSettings& settings, Seconds budget,
                           std::vector<ReferenceMeasurement>& results, HostClock& host) {
  Rounds rounds(queue, work, batched, isolated, references, settings, host, results);
  const auto begin = host.now();
  do rounds.take_one();
  while (host.now() - begin < budget);
  rounds.summarise();
}

}  // namespace tickbench
