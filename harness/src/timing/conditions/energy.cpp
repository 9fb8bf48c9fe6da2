// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "conditions/energy.hpp"

#include <algorithm>

namespace tickbench::conditions {
namespace {

/// Six values have an interval of 95 %, from the least to the greatest.
constexpr std::size_t kStretches = 6;

/// A little less than the 0.1 s at which NVIDIA's energy counters step.
constexpr Seconds kBetweenSteps{0.08};

}  // namespace

void EnergyMeter::add(Seconds now, std::int64_t launches, const PowerReading& reading) {
  if (reading.joules && (counted_.empty() || *reading.joules != counted_.back().joules))
    counted_.push_back({now, launches, *reading.joules});
  if (!reading.watts) return;
  double joules = 0;
  if (!integrated_.empty()) {
    const auto& last = integrated_.back();
    joules = last.joules + (*last_watts_ + *reading.watts) / 2 * (now - last.at).count();
  }
  integrated_.push_back({now, launches, joules});
  last_watts_ = reading.watts;
}

bool EnergyMeter::is_due(Seconds now) const {
  return counted_.empty() || now - counted_.back().at >= kBetweenSteps;
}

const std::vector<EnergyMeter::Point>& EnergyMeter::points() const {
  // What the counter counted before its first step seen here may be older than the launches.
  return counted_.size() > kStretches + 1 || integrated_.size() <= kStretches ? counted_
                                                                              : integrated_;
}

bool EnergyMeter::is_enough() const {
  const auto spans = [](const std::vector<Point>& points) {
    return points.size() > kStretches + 1 && points.back().at - points[1].at >= kLeast;
  };
  return spans(counted_) || (counted_.empty() && spans(integrated_));
}

std::optional<Energy> EnergyMeter::energy() const {
  const auto& all = points();
  if (all.size() <= kStretches + 1) return std::nullopt;
  const std::size_t first = 1, last = all.size() - 1;
  const auto between = [&](std::size_t from, std::size_t to) {
    const auto launches = static_cast<double>(all[to].launches - all[from].launches);
    return launches > 0 ? (all[to].joules - all[from].joules) / launches : 0;
  };
  std::vector<double> stretches;
  for (std::size_t i = 0; i < kStretches; ++i)
    stretches.push_back(between(first + i * (last - first) / kStretches,
                                first + (i + 1) * (last - first) / kStretches));
  return Energy{{between(first, last), median_interval(stretches)},
                &all == &counted_ ? "counter" : "power",
                all[last].launches - all[first].launches,
                all[last].at - all[first].at};
}

}  // namespace tickbench::conditions
