// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "laboratory.hpp"

namespace cuhost {

/// How often each entry point was called, and which of its calls are to fail.
class Calls {
 public:
  explicit Calls(const Laboratory& laboratory) : laboratory_(laboratory) {}
  Calls(const Calls&) = delete;
  Calls& operator=(const Calls&) = delete;
  /// Writes "cuMemAlloc_v2 12" a line, sorted, for planning a sweep over every call.
  ~Calls();

  /// Counts a call. Anything but success is what it returns at once: a planned failure, or what
  /// ended the context for a call that needs one.
  int begin(const std::string& name);

  /// A kernel touched what is not its own: every later call gives this, for the rest of the
  /// process.
  void end_context(int result) { lasting_ = result; }
  int lasting() const { return lasting_.load(); }

 private:
  const Laboratory& laboratory_;
  std::mutex mutex_;
  std::map<std::string, std::uint64_t> counts_;
  std::atomic<int> lasting_{0};
};

Calls& calls();

}  // namespace cuhost
