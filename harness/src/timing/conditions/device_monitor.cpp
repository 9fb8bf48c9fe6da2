// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "conditions/device_monitor.hpp"

#include <algorithm>
#include <set>

#include "base/enumerator_name.hpp"

namespace tickbench::conditions {

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

}  // namespace tickbench::conditions
