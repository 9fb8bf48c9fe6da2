// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace vklab {

/// What a program has made, and has not destroyed.
class Objects {
 public:
  void add(const char* kind, std::uint64_t handle);
  void remove(const char* kind, std::uint64_t handle);
  /// "VkBuffer 2" for two that are left, "VkBuffer_destroyed_unknown 1".
  std::map<std::string, std::uint64_t> faults() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::pair<std::string, std::uint64_t>, std::uint64_t> held_;
  std::map<std::string, std::uint64_t> unknown_;
};
Objects& objects();

}  // namespace vklab
