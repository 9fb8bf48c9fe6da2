// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <functional>

namespace tickbench::process {

/// While it lives, a call of exit (a benchmark's, or a driver's that it calls) runs `on_exit`,
/// which is expected to leave the process by other means. One at a time.
///
/// The trap: `on_exit` runs on the thread that called exit, after the destructors of static objects
/// that were made later than the first guard.
class ExitGuard {
 public:
  explicit ExitGuard(std::function<void()> on_exit);
  ~ExitGuard();
  ExitGuard(const ExitGuard&) = delete;
  ExitGuard& operator=(const ExitGuard&) = delete;

 private:
  static void at_exit();

  std::function<void()> on_exit_;
  pid_t process_;
};

}  // namespace tickbench::process
