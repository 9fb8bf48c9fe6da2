// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "objects.hpp"

namespace cllab {

void Objects::add(const char* kind, const void* handle) {
  const std::lock_guard lock(mutex_);
  ++held_[{kind, handle}];
}

void Objects::release(const char* kind, const void* handle) {
  const std::lock_guard lock(mutex_);
  const auto found = held_.find({kind, handle});
  if (found == held_.end())
    ++released_too_often_[kind];
  else if (--found->second == 0)
    held_.erase(found);
}

std::map<std::string, std::uint64_t> Objects::faults() const {
  const std::lock_guard lock(mutex_);
  std::map<std::string, std::uint64_t> faults;
  for (const auto& [object, references] : held_) faults[object.first] += references;
  for (const auto& [kind, times] : released_too_often_)
    faults[kind + "_released_too_often"] = times;
  return faults;
}

Objects& objects() {
  static auto* const kObjects = new Objects;
  return *kObjects;
}

}  // namespace cllab
