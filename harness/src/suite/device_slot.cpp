// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/device_slot.hpp"

namespace tickbench::suite {

/// Whatever is found is kept at once: what comes next may fail.
void DeviceSlot::prepare(const Environment& environment,
                         const std::function<void(std::string_view)>& on_phase) {
  auto found = findings();
  on_phase("comparing the clocks");
  found.clock = check_clock(device_->queue(), *environment.host);
  set_findings(found);
  if (found.clock->verdict == ClockCheck::Verdict::kBroken) {
    found.peaks.note = "the device's peaks are not measured: a rate over a wrong clock is none";
  } else {
    on_phase("measuring the device's peaks");
    try {
      found.peaks = environment.peaks(*device_);
    } catch (const Error& error) {
      throw Error(error.outcome(), std::string("measuring the device's peaks: ") + error.what());
    }
  }
  set_findings(found);
}

std::string DeviceSlot::lock_name() const {
  const auto& index = selected.device->index;
  return index.substr(0, index.find('.')) + "-" + selected.device->name;
}

backend::Device& DeviceSlot::open(bool is_measuring, const Environment& environment,
                                  const std::function<process::HostLock()>& lock,
                                  const std::function<void(std::string_view)>& on_phase) {
  if (cannot_open_) throw Error(*cannot_open_);
  if (device_) return *device_;
  try {
    on_phase("opening the device");
    device_ = selected.backend->open(*selected.device);
    set_findings({.is_open = true, .clock = {}, .peaks = {}});
    if (is_measuring) {
      const process::HostLock held = lock();
      prepare(environment, on_phase);
    }
  } catch (const Error& error) {
    // It was there when the devices were listed: a driver that finds none now has failed.
    cannot_open_ =
        error.outcome() == Outcome::kNoDevice ? Error(Outcome::kDeviceError, error.what()) : error;
    device_.reset();
    throw Error(*cannot_open_);
  }
  return *device_;
}

}  // namespace tickbench::suite
