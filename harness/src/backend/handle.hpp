// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace tickbench::backend {

/// For destructors, which must not throw: a call that gives something back to a driver failed, with
/// the text "zeMemFree: ZE_RESULT_...".
void note_failed_clean_up(const std::string& what) noexcept;
/// What was noted since the last call, each text once.
std::vector<std::string> take_failed_clean_ups();

/// The name of a call as a template argument.
template <std::size_t N>
struct CallName {
  // NOLINTNEXTLINE(google-explicit-constructor): made from a literal in a template argument list.
  constexpr CallName(const char (&name)[N]) { std::copy_n(name, N, text); }
  char text[N];
};

/// The move-only owner of one driver object: releases it exactly once.
template <class T, auto kRelease>
class Handle {
 public:
  Handle() = default;
  explicit Handle(T handle) noexcept : handle_(handle) {}
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (handle_ != nullptr) kRelease(handle_);
  }

  T get() const noexcept { return handle_; }
  explicit operator bool() const noexcept { return handle_ != nullptr; }

 private:
  T handle_ = nullptr;
};

}  // namespace tickbench::backend
