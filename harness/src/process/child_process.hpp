// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "process/held_signals.hpp"
#include "tickbench/seconds.hpp"

namespace tickbench::process {

/// The user, or the system, asked this program to end.
class Interrupted : public std::runtime_error {
 public:
  explicit Interrupted(int signal);
};

struct ChildResult {
  enum class End { kExited, kKilled, kTimedOut } end = End::kExited;
  int code = 0;  ///< exit status, or the signal's number
  Seconds wall{};
  bool is_success() const { return end == End::kExited && code == 0; }
  /// "exited with status 3", "was ended by signal 11 (Segmentation fault)", ...
  std::string text() const;
};

/// Runs a program and waits for it. No shell: each argument arrives as it is. Both its outputs go
/// into the file `log`, its input is empty. It leads a process group of its own, which is killed
/// whole at the time-out and on an interruption, one of `signals`, which hold SIGCHLD as well.
/// Throws UsageError where it cannot be started.
ChildResult run_child(const std::string& program, const std::vector<std::string>& arguments,
                      const std::string& log, Seconds timeout, const HeldSignals& signals);

}  // namespace tickbench::process
