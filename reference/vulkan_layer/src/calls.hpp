// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vulkan/vulkan_core.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace vklab {

/// One of Vulkan's calls: counted, and failed where that is planned.
class Call {
 public:
  explicit Call(const char* name);
  std::string_view name() const noexcept { return name_; }
  std::uint64_t count() const noexcept { return count_.load(); }
  /// What it is to return instead of being made; nothing: it is made.
  std::optional<VkResult> begin();

 private:
  std::string_view name_;
  std::atomic<std::uint64_t> count_{0};
};

/// The name of a call as a template argument.
template <std::size_t N>
struct Name {
  // NOLINTNEXTLINE(google-explicit-constructor): made from a literal in a template argument list.
  constexpr Name(const char (&name)[N]) { std::copy_n(name, N, text); }
  char text[N];
};

template <Name kName>
Call& call() {
  static auto* const kCall = new Call(kName.text);
  return *kCall;
}

/// Says on standard error what is wrong with the settings: then every call fails.
void check_settings();
/// What the environment asks for, at the end of the process.
void write_reports();

}  // namespace vklab
