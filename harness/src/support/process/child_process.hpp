// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "process/guards.hpp"
#include "tickbench/seconds.hpp"

namespace tickbench::process {

/// The user, or the system, asked this program to end.
class Interrupted : public std::runtime_error {
 public:
  explicit Interrupted(int signal);
  int signal() const noexcept { return signal_; }

 private:
  int signal_;
};

/// Throws Interrupted where one of `signals` has come meanwhile. For work between two children that
/// must not stay half done.
void require_uninterrupted(const HeldSignals& signals);

/// A program to start. No shell: each argument arrives as it is. Its input is empty.
struct ChildCommand {
  std::string program;  ///< a path; without a slash and with `searches_path`: a name in PATH
  bool searches_path = false;
  std::vector<std::string> arguments;
  std::string folder;                    ///< it works in; empty: this process's
  std::vector<std::string> environment;  ///< "NAME=value"; empty: this process's
  std::string output;    ///< file, from `folder`, that its standard output goes into
  std::string errors{};  ///< of its standard error; empty: the same
  Seconds timeout{};
};

struct ChildResult {
  enum class End { kExited, kKilled, kTimedOut } end = End::kExited;
  int code = 0;  ///< exit status, or the signal's number
  Seconds wall{};
  bool is_success() const { return end == End::kExited && code == 0; }
  /// "exited with status 3", "was ended by signal 11 (Segmentation fault)", ...
  std::string text() const;
};

/// Runs a program and waits for it. It leads a process group of its own, of which nothing outlives
/// it: it is killed whole at the end, at the time-out, and on an interruption by one of `signals`,
/// which hold SIGCHLD as well. Throws UsageError where it cannot be started, and Interrupted.
ChildResult run_child(const ChildCommand& command, const HeldSignals& signals);

}  // namespace tickbench::process
