// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace tickbench::process {

/// Held while a device, or the references, are measured: two processes of one host would slow each
/// other down. Released when destroyed, and by the system when the process ends in whatever way.
///
/// The trap: it is advice. Where no file can be had, `failure` says why and nothing is held.
class HostLock {
 public:
  HostLock() = default;
  /// Takes the lock `name` in `folder`; calls `on_wait` once where another process has it.
  HostLock(const std::string& folder, const std::string& name,
           const std::function<void()>& on_wait);
  HostLock(HostLock&& other) noexcept;
  HostLock& operator=(HostLock&& other) noexcept;
  HostLock(const HostLock&) = delete;
  HostLock& operator=(const HostLock&) = delete;
  ~HostLock();

  bool is_held() const noexcept { return descriptor_ >= 0; }
  const std::string& failure() const noexcept { return failure_; }

  /// /tmp.
  static std::string default_folder();

 private:
  int descriptor_ = -1;
  std::string failure_;
};

}  // namespace tickbench::process
