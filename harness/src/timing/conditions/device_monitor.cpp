// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "conditions/device_monitor.hpp"

#include <set>

#include "base/enumerator_name.hpp"

namespace tickbench::conditions {
namespace {

/// Six values have an interval of 95 %, from the least to the greatest.
constexpr std::size_t kStretches = 6;

}  // namespace

std::string_view to_string(Throttle reason) noexcept {
  return enumerator_name<Throttle::kCount>(
      reason, {"power_cap", "thermal", "hardware_slowdown", "power_brake", "sync_boost",
               "current_limit", "unknown"});
}

std::vector<std::string> reason_names(ThrottleSet reasons) {
  std::vector<std::string> names;
  for (unsigned i = 0; i < static_cast<unsigned>(Throttle::kCount); ++i)
    if (const auto reason = static_cast<Throttle>(i); (reasons & bit(reason)) != 0)
      names.emplace_back(to_string(reason));
  return names;
}

std::unique_ptr<DeviceMonitor> open_monitor(const std::string& pci_address,
                                            const MonitorLibraries& libraries) {
  if (pci_address.empty()) return nullptr;
  if (auto monitor = open_nvml(libraries.nvml, pci_address)) return monitor;
  return open_sysman(libraries.sysman, pci_address);
}

std::optional<Company> find_company(const std::vector<std::uint32_t>& processes,
                                    std::uint32_t own) {
  // One process may be listed for computing and for drawing.
  const std::set<std::uint32_t> distinct(processes.begin(), processes.end());
  const auto zeros = std::ranges::count(processes, 0U);
  const auto count = static_cast<int>(distinct.size()) - (zeros > 0 ? 1 : 0);
  if (distinct.contains(own))
    return Company{count - 1 + static_cast<int>(zeros), "all but this process"};
  if (processes.empty()) return std::nullopt;
  return Company{count + static_cast<int>(zeros) - 1,
                 "all but one, taken for this process: its number here is not among them"};
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
