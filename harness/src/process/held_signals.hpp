// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>

namespace tickbench::process {

/// Holds back SIGINT, SIGTERM, SIGHUP and one more signal while it lives, so that they can be
/// waited for. What the parent told to ignore (nohup, a shell's background job) stays ignored.
///
/// The trap: threads inherit what is held back, and a signal goes to any thread that does not hold
/// it: one at a time, on the main thread, before others start.
class HeldSignals {
 public:
  explicit HeldSignals(int one_more);
  ~HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  const sigset_t& held() const { return held_; }
  /// What was held back before: a child's start.
  const sigset_t& before() const { return before_; }

 private:
  sigset_t held_{};
  sigset_t before_{};
};

}  // namespace tickbench::process
