// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace tickbench::process {

/// Says on standard error what was running when the process crashes (SIGSEGV, SIGBUS, SIGFPE,
/// SIGILL, SIGABRT), and then lets it: the status and the core dump stay. One at a time.
///
/// The trap: a handler may call next to nothing, so the text is prepared at every `set`. A signal
/// that has a handler already (a sanitizer's) keeps it.
class CrashNote {
 public:
  CrashNote();
  ~CrashNote();
  CrashNote(const CrashNote&) = delete;
  CrashNote& operator=(const CrashNote&) = delete;

  /// What follows the signal's name; cut where it is longer than a screen.
  void set(std::string_view text);

 private:
  void take_stack();
  void retake_abort();

  std::vector<int> taken_;
  std::vector<char> stack_;  ///< of the handler on this thread: a stack that overflowed has no room
};

}  // namespace tickbench::process
