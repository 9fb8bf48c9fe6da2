// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/device_choice.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tickbench::suite {
namespace {

bool is_here(const devices::Selected& selected) { return selected.device.has_value(); }

/// Of back ends that have no row to say so.
void note_failed_drivers(const std::vector<devices::BackendDevices>& here,
                         const std::vector<devices::Selected>& devices, Messages& messages) {
  for (const auto& entry : here) {
    const bool is_said =
        std::any_of(devices.begin(), devices.end(), [&](const devices::Selected& one) {
          return one.backend == entry.backend && !is_here(one);
        });
    if (entry.not_listed.has_failed && !is_said)
      messages.note(fmt::format("{}: {}", entry.backend->name(), entry.not_listed.reason));
  }
}

/// Nobody asked for a back end that has no device here: one note instead of a skipped row for each
/// benchmark, unless nothing else would be left.
void leave_out_absent(std::vector<devices::Selected>& devices, Messages& messages) {
  if (std::none_of(devices.begin(), devices.end(), is_here)) return;
  std::erase_if(devices, [&](const devices::Selected& selected) {
    if (is_here(selected)) return false;
    messages.note(fmt::format("{} is left out: {}", selected.backend->name(), selected.missing));
    return true;
  });
}

}  // namespace

DeviceChoice::DeviceChoice(const Options& options, const Environment& environment)
    : options_(options),
      environment_(environment),
      specs_(devices::parse_devices(options.devices, devices::names_of(environment.backends))) {}

std::vector<std::string> DeviceChoice::backends() const {
  return devices::backends_of(specs_, devices::names_of(environment_.backends));
}

void DeviceChoice::take_allocation() {
  allocation_ = devices::allocated_devices(devices::names_of(environment_.backends));
  if (options_.devices.empty()) specs_ = devices::with_allocation(specs_, allocation_);
}

std::vector<backend::Backend*> DeviceChoice::needed_by(
    const std::vector<api::Instance>& instances) const {
  std::vector<backend::Backend*> needed;
  std::copy_if(environment_.backends.begin(), environment_.backends.end(),
               std::back_inserter(needed), [&](const backend::Backend* backend) {
                 return std::any_of(instances.begin(), instances.end(), [&](const auto& instance) {
                   return instance.backend == backend->name();
                 });
               });
  return needed;
}

std::vector<devices::Selected> DeviceChoice::resolve(const std::vector<api::Instance>& instances,
                                                     Messages& messages) {
  for (auto* backend : environment_.backends)
    if (const auto chosen = options_.choices.find(std::string(backend->name()));
        chosen != options_.choices.end())
      for (const auto& [setting, value] : chosen->second) backend->choose(setting, value);
  const auto here = devices::enumerate(needed_by(instances));
  auto [chosen, notes] = devices::resolve(specs_, here);
  devices::require_allocated(chosen, allocation_);
  for (const auto& note : notes) messages.note(note);
  note_failed_drivers(here, chosen, messages);
  if (options_.devices.empty() && options_.ids.empty()) leave_out_absent(chosen, messages);
  return chosen;
}

}  // namespace tickbench::suite
