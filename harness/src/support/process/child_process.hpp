// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "process/guards.hpp"

namespace tickbench::process {

/// The user, or the system, asked this program to end.
struct Interrupted : std::runtime_error {
  explicit Interrupted(int number);
  int signal;
};

/// Throws Interrupted where one of `signals` has come meanwhile. For work between two children that
/// must not stay half done.
void require_uninterrupted(const HeldSignals& signals);

/// A program to start. No shell: each argument arrives as it is. Its input is empty.
struct ChildCommand {
  std::string program;  ///< a path; without a slash and with `searches_path`: a name in PATH
  bool searches_path = false;
  std::vector<std::string> arguments;
  std::string folder;    ///< it works in; empty: this process's
  std::string output;    ///< file, from `folder`, that its standard output goes into
  std::string errors{};  ///< of its standard error; empty: the same
  Seconds timeout{};
  /// Bytes that one of these files may take on the disk.
  std::uintmax_t most_output = std::uintmax_t{1} << 30;
};

struct ChildResult {
  enum class End { kExited, kKilled, kTimedOut, kOverflowed } end = End::kExited;
  int code = 0;  ///< exit status, the signal's number, or how many MiB of output are too many
  Seconds wall{};
  bool is_success() const { return end == End::kExited && code == 0; }
  /// "exited with status 3", "was ended by signal 11 (Segmentation fault)", ...
  std::string text() const;
};

/// Runs a program and waits for it. It leads a process group of its own, of which nothing outlives
/// it: it is killed whole at the end, at the time-out, where it prints too much, and on an
/// interruption by one of `signals`, which hold SIGCHLD as well. Throws UsageError where it cannot
/// be started, and Interrupted.
ChildResult run_child(const ChildCommand& command, const HeldSignals& signals);

}  // namespace tickbench::process
