// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "objects.hpp"

namespace vklab {

void Objects::add(const char* kind, std::uint64_t handle) {
  const std::lock_guard lock(mutex_);
  ++held_[{kind, handle}];
}

void Objects::remove(const char* kind, std::uint64_t handle) {
  if (handle == 0) return;
  const std::lock_guard lock(mutex_);
  const auto found = held_.find({kind, handle});
  if (found == held_.end())
    ++unknown_[kind];
  else if (--found->second == 0)  // drivers may give equal handles for equal objects
    held_.erase(found);
}

std::map<std::string, std::uint64_t> Objects::faults() const {
  const std::lock_guard lock(mutex_);
  std::map<std::string, std::uint64_t> faults;
  for (const auto& [object, count] : held_) faults[object.first] += count;
  for (const auto& [kind, times] : unknown_) faults[kind + "_destroyed_unknown"] = times;
  return faults;
}

Objects& objects() {
  static auto* const kObjects = new Objects;
  return *kObjects;
}

}  // namespace vklab
