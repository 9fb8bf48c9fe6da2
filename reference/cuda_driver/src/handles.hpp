// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "result.hpp"

namespace cuhost {

/// All objects of a kind that the caller has handles of: a handle that is none is told from one,
/// and what is never destroyed is owned all the same.
template <class T>
class Handles {
 public:
  T* add(std::unique_ptr<T> made) {
    const std::lock_guard lock(mutex_);
    T* const handle = made.get();
    owned_[handle] = std::move(made);
    return handle;
  }
  /// Throws Failure for what is no handle.
  T& get(T* handle) {
    const std::lock_guard lock(mutex_);
    if (!owned_.contains(handle)) throw Failure{kInvalidHandle};
    return *handle;
  }
  void destroy(T* handle) {
    const std::lock_guard lock(mutex_);
    if (owned_.erase(handle) == 0) throw Failure{kInvalidHandle};
  }

 private:
  std::mutex mutex_;
  std::map<T*, std::unique_ptr<T>> owned_;
};

template <class T>
Handles<T>& handles() {
  static auto& instance = *new Handles<T>;  // as long as the process
  return instance;
}

}  // namespace cuhost
