// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>

#include <optional>
#include <string>
#include <tuple>
#include <type_traits>

namespace tickbench::conditions {

/// A library that may be missing, and so may each of its functions. It stays loaded: drivers'
/// libraries keep threads and handlers that do not survive being unloaded.
class SharedLibrary {
 public:
  explicit SharedLibrary(const std::string& name)
      : handle_(::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {}

  explicit operator bool() const noexcept { return handle_ != nullptr; }

  /// Null where the library does not have it.
  void* find(const char* name) const noexcept { return ::dlsym(handle_, name); }

 private:
  void* handle_;
};

/// A function of such a library, which says 0 where it succeeds. A missing one never does.
template <class Status, class... Parameters>
class LibraryFunction {
 public:
  LibraryFunction(const SharedLibrary& library, const char* name)
      : call_(reinterpret_cast<Status (*)(Parameters...)>(library.find(name))) {}

  explicit operator bool() const noexcept { return call_ != nullptr; }
  template <class... Arguments>
  bool operator()(Arguments... arguments) const {
    return status(arguments...) == Status{};
  }
  /// What it writes to its last parameter; nothing where it fails.
  template <class... Arguments>
  auto value(Arguments... arguments) const {
    std::remove_pointer_t<std::tuple_element_t<sizeof...(Arguments), std::tuple<Parameters...>>>
        found{};
    return (*this)(arguments..., &found) ? std::optional(found) : std::nullopt;
  }
  template <class... Arguments>
  Status status(Arguments... arguments) const {
    return call_ == nullptr ? ~Status{} : call_(arguments...);
  }

 private:
  Status (*call_)(Parameters...);
};

}  // namespace tickbench::conditions
