// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/device_slot.hpp"

namespace tickbench::suite {
namespace {

/// Whatever is found is kept at once: what comes next may fail.
void prepare(DeviceSlot& slot, const Environment& environment,
             const std::function<void(std::string_view)>& on_phase) {
  auto found = slot.findings();
  on_phase("comparing the clocks");
  found.clock = check_clock(slot.device->queue(), *environment.host);
  slot.set_findings(found);
  if (found.clock->verdict == ClockCheck::Verdict::kBroken) {
    found.peaks.note = "the device's peaks are not measured: a rate over a wrong clock is none";
  } else {
    on_phase("measuring the device's peaks");
    try {
      found.peaks = environment.peaks(*slot.device);
    } catch (const Error& error) {
      throw Error(error.outcome(), std::string("measuring the device's peaks: ") + error.what());
    }
  }
  slot.set_findings(std::move(found));
}

}  // namespace

std::string lock_name(const backend::DeviceInfo& device) {
  return device.index.substr(0, device.index.find('.')) + "-" + device.name;
}

backend::Device& open(DeviceSlot& slot, bool is_measuring, const Environment& environment,
                      const std::function<process::HostLock(const std::string&)>& lock,
                      const std::function<void(std::string_view)>& on_phase) {
  if (slot.cannot_open) throw Error(*slot.cannot_open);
  if (slot.device) return *slot.device;
  try {
    on_phase("opening the device");
    slot.device = slot.selected.backend->open(*slot.selected.device);
    slot.set_findings({.is_open = true, .clock = {}, .peaks = {}});
    if (is_measuring) {
      const process::HostLock held = lock(lock_name(*slot.selected.device));
      prepare(slot, environment, on_phase);
    }
  } catch (const Error& error) {
    // It was there when the devices were listed: a driver that finds none now has failed.
    slot.cannot_open =
        error.outcome() == Outcome::kNoDevice ? Error(Outcome::kDeviceError, error.what()) : error;
    slot.device.reset();
    throw Error(*slot.cannot_open);
  }
  return *slot.device;
}

}  // namespace tickbench::suite
