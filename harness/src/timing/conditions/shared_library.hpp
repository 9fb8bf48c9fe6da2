// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>

#include <string>

namespace tickbench::conditions {

/// A library that may be missing, and so may each of its functions. It stays loaded: drivers'
/// libraries keep threads and handlers that do not survive being unloaded.
class SharedLibrary {
 public:
  explicit SharedLibrary(const std::string& name)
      : handle_(::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {}

  explicit operator bool() const noexcept { return handle_ != nullptr; }

  /// Null where the library does not have it.
  template <class Function>
  void find(const char* name, Function*& function) const noexcept {
    function = reinterpret_cast<Function*>(::dlsym(handle_, name));
  }

 private:
  void* handle_;
};

}  // namespace tickbench::conditions
