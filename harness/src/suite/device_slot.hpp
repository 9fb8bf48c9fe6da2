// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "api/body_context.hpp"
#include "devices/selection.hpp"
#include "process/files.hpp"
#include "suite/environment.hpp"
#include "tickbench/error.hpp"

namespace tickbench::suite {

/// A selected device: opened at the first run that asks for it, and kept.
class DeviceSlot {
 public:
  explicit DeviceSlot(devices::Selected chosen) : selected(std::move(chosen)) {}

  /// Opens it if need be; where `is_measuring`, also checks its clock and measures its peaks, under
  /// its lock. Throws Error: the first attempt's, at every further one.
  backend::Device& open(bool is_measuring, const Environment& environment,
                        const std::function<process::HostLock()>& lock,
                        const std::function<void(std::string_view)>& on_phase);
  /// The name of its lock: the same for a sub-device and its parent, and for every back end.
  std::string lock_name() const;
  /// Read by the watchdog's thread too, which may find the main one anywhere.
  api::DeviceFindings findings() const {
    const std::lock_guard lock(mutex_);
    return findings_;
  }

  const devices::Selected selected;

 private:
  void prepare(const Environment& environment,
               const std::function<void(std::string_view)>& on_phase);
  void set_findings(const api::DeviceFindings& findings) {
    const std::lock_guard lock(mutex_);
    findings_ = findings;
  }

  std::unique_ptr<backend::Device> device_;
  std::optional<Error> cannot_open_;
  mutable std::mutex mutex_;
  api::DeviceFindings findings_;
};

}  // namespace tickbench::suite
