// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <tuple>
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

/// The move-only owner of one driver object: releases it exactly once, by `kRelease(owner...,
/// handle)`.
template <class T, auto kRelease, class... Owner>
class Handle {
 public:
  Handle() = default;
  explicit(sizeof...(Owner) == 0) Handle(Owner... owner, T handle) noexcept
      : owner_(owner...), handle_(handle) {}
  Handle(Handle&& other) noexcept
      : owner_(other.owner_), handle_(std::exchange(other.handle_, T{})) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(owner_, other.owner_);
    std::swap(handle_, other.handle_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (handle_ != T{}) std::apply([this](auto... owner) { kRelease(owner..., handle_); }, owner_);
  }

  T get() const noexcept { return handle_; }
  explicit operator bool() const noexcept { return handle_ != T{}; }

 private:
  std::tuple<Owner...> owner_{};
  T handle_{};
};

}  // namespace tickbench::backend
