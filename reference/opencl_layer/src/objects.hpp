// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace cllab {

/// The references that the application holds, by kind and handle. A reference counts as given back
/// when the application says so, whatever the driver answers.
class Objects {
 public:
  void add(const char* kind, const void* handle);
  /// Before the driver is asked: it may give the address to another object at once.
  void release(const char* kind, const void* handle);
  /// "event 3" for references still held, and "event_released_too_often 1"; nothing where all is
  /// well.
  std::map<std::string, std::uint64_t> faults() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::pair<std::string, const void*>, std::uint64_t> held_;
  std::map<std::string, std::uint64_t> released_too_often_;
};

/// As long as the process.
Objects& objects();

}  // namespace cllab
