// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "process/lock.hpp"
#include "results/result.hpp"
#include "suite/device_selection.hpp"
#include "suite/environment.hpp"
#include "tickbench/error.hpp"
#include "tickbench/measurement.hpp"

namespace tickbench::suite {

/// What was found when a device was opened.
struct DeviceFindings {
  bool is_open = false;
  std::optional<ClockCheck> clock;
  Peaks peaks;
};

/// A selected device: opened at the first run that asks for it, and kept.
struct DeviceSlot {
  Selected selected;
  std::unique_ptr<backend::Device> device;
  std::optional<Error> cannot_open;  ///< the first attempt's; thrown again

  /// Read by the watchdog's thread too, which may find the main one anywhere.
  DeviceFindings findings() const {
    const std::lock_guard lock(mutex_);
    return findings_;
  }
  void set_findings(DeviceFindings findings) {
    const std::lock_guard lock(mutex_);
    findings_ = std::move(findings);
  }

 private:
  mutable std::mutex mutex_;
  DeviceFindings findings_;
};

/// Empty where the device that was asked for is not here.
inline std::string device_name(const Case& of) {
  const auto& device = of.slot->selected.device;
  return device ? device->name : "";
}

/// The name of the lock of a device: the same for a sub-device and its parent, and for every back
/// end.
std::string lock_name(const backend::DeviceInfo& device);

/// Opens it if need be; where `is_measuring`, also checks its clock and measures its peaks, under
/// its lock. Throws Error.
backend::Device& open(DeviceSlot& slot, bool is_measuring, const Environment& environment,
                      const std::function<process::HostLock(const std::string&)>& lock,
                      const std::function<void(std::string_view)>& on_phase);

}  // namespace tickbench::suite
