// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>

namespace tickbench::tools {

/// Holds back SIGINT, SIGTERM, SIGHUP and SIGCHLD while it lives, so that they can be waited for:
/// an interrupted `ab` ends its child and removes its files. One at a time, on the main thread.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  const sigset_t& held() const { return held_; }
  /// What was held back before: a child's start.
  const sigset_t& before() const { return before_; }

 private:
  sigset_t held_{};
  sigset_t before_{};
};

}  // namespace tickbench::tools
