// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "measurement/sampling.hpp"

namespace tickbench {
namespace {

/// Enough for a median that ignores two outliers.
constexpr int kRounds = 5;
/// The host's time for all rounds; the first one is taken whatever it costs.
constexpr Seconds kBudget{0.25};

Seconds measure_wall_time(const std::function<void()>& run, HostClock& host) {
  const auto begin = host.now();
  run();
  return host.now() - begin;
}

/// Unknown (0) where a launch read zero: a ratio to nothing says nothing.
Evidence speedup(const ReferenceMeasurement& reference, const std::vector<Seconds>& device) {
  if (device.empty() || std::ranges::min(device) <= Seconds(0)) return {};
  return paired_ratio(to_seconds(reference.samples), to_seconds(device));
}

int fitting_rounds(Seconds first_round) {
  const double fit = kBudget / std::max(first_round, kBudget / kRounds);
  return std::clamp(static_cast<int>(fit), 1, kRounds);
}

/// One round after the other, all kept in the results.
struct Rounds : ReferencedWork {
  const std::vector<ReferenceWork>& references;
  std::vector<ReferenceMeasurement>& results;
  Seconds preparing{0};  ///< all that was spent on preparing runs

  void take_round() {
    std::optional<Sample> batch, single;
    if (batched != nullptr) batch = repeat_sample(queue, work, *batched, settings);
    if (isolated != nullptr) single = repeat_sample(queue, work, *isolated, settings);
    for (std::size_t i = 0; i < references.size(); ++i) {
      auto& result = results[i];
      result.samples.push_back(result.samples.empty() && references[i].taken
                                   ? *references[i].taken
                                   : time_run(references[i], result));
      if (batch || single) result.device.push_back(batch ? batch->device : single->device);
      if (single) result.host.push_back(single->host);
    }
  }

  Seconds time_run(const ReferenceWork& reference, ReferenceMeasurement& result) {
    if (reference.prepare) preparing += measure_wall_time(reference.prepare, host);
    const auto busy = host.busy_time();
    const auto time = measure_wall_time(reference.run, host);
    result.busy += host.busy_time() - busy;
    result.wall += time;
    return time;
  }

  void summarise() {
    for (auto& result : results) {
      const auto times = to_seconds(result.samples);
      result.median = Seconds(median(times));
      result.interval = median_interval(times);
      result.speedup = speedup(result, result.device);
      result.speedup_host = speedup(result, result.host);
    }
  }
};

}  // namespace

std::vector<ReferenceMeasurement> measure_references(const ReferencedWork& beside,
                                                     const std::vector<ReferenceWork>& references) {
  std::vector<ReferenceMeasurement> results;
  for (const ReferenceWork& reference : references) results.emplace_back().name = reference.name;
  if (results.empty()) return results;
  Rounds rounds{beside, references, results};
  const auto begin = beside.host.now();
  Seconds taken{0};
  for (const ReferenceWork& reference : references) taken += reference.taken.value_or(Seconds(0));
  for (int round = 0, count = kRounds; round < count; ++round) {
    rounds.take_round();
    if (round == 0) count = fitting_rounds(taken + beside.host.now() - begin - rounds.preparing);
  }
  rounds.summarise();
  return results;
}

void measure_references_on(const ReferencedWork& beside,
                           const std::vector<ReferenceWork>& references, Seconds budget,
                           std::vector<ReferenceMeasurement>& results) {
  Rounds rounds{beside, references, results};
  const auto begin = beside.host.now();
  do rounds.take_round();
  while (beside.host.now() - begin < budget);
  rounds.summarise();
}

}  // namespace tickbench
