// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "report/device_slot.hpp"

namespace tickbench::report {
namespace {

void prepare(DeviceSlot& slot, const Environment& environment,
             const std::function<void(std::string_view)>& on_phase) {
  on_phase("comparing the clocks");
  slot.clock = check_clock(slot.device->queue(), *environment.host);
  // A rate over a clock that is wrong is no peak.
  if (slot.clock->verdict == ClockCheck::Verdict::kBroken) return;
  on_phase("measuring the device's peaks");
  try {
    slot.peaks = environment.peaks(*slot.device);
  } catch (const Error& error) {
    slot.peaks_note = std::string("the device's peaks could not be measured: ") + error.what();
  }
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
    if (is_measuring) {
      const HostLock held = lock(lock_name(*slot.selected.device));
      prepare(slot, environment, on_phase);
    }
  } catch (const Error& error) {
    slot.cannot_open = error;
    slot.device.reset();
    throw;
  }
  return *slot.device;
}

}  // namespace tickbench::report
