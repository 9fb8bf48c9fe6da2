// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "report/device_slot.hpp"

namespace tickbench::report {
namespace {

DeviceFindings prepare(backend::Device& device, const Environment& environment,
                       const std::function<void(std::string_view)>& on_phase) {
  DeviceFindings found{.is_open = true, .clock = {}, .peaks = {}, .peaks_note = {}};
  on_phase("comparing the clocks");
  found.clock = check_clock(device.queue(), *environment.host);
  if (found.clock->verdict == ClockCheck::Verdict::kBroken) {
    found.peaks_note = "the device's peaks are not measured: a rate over a wrong clock is none";
    return found;
  }
  on_phase("measuring the device's peaks");
  try {
    found.peaks = environment.peaks(device);
  } catch (const Error& error) {
    found.peaks_note = std::string("the device's peaks could not be measured: ") + error.what();
  }
  return found;
}

}  // namespace

std::string lock_name(const backend::DeviceInfo& device) {
  return device.index.substr(0, device.index.find('.')) + "-" + device.name;
}

backend::Device& open(DeviceSlot& slot, bool is_measuring, const Environment& environment,
                      const std::function<HostLock(const std::string&)>& lock,
                      const std::function<void(std::string_view)>& on_phase) {
  if (slot.cannot_open) throw Error(*slot.cannot_open);
  if (slot.device) return *slot.device;
  try {
    on_phase("opening the device");
    slot.device = slot.selected.backend->open(*slot.selected.device);
    DeviceFindings found{.is_open = true, .clock = {}, .peaks = {}, .peaks_note = {}};
    if (is_measuring) {
      const HostLock held = lock(lock_name(*slot.selected.device));
      found = prepare(*slot.device, environment, on_phase);
    }
    slot.set_findings(std::move(found));
  } catch (const Error& error) {
    slot.cannot_open = error;
    slot.device.reset();
    throw;
  }
  return *slot.device;
}

}  // namespace tickbench::report
