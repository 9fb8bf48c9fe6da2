// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace tickbench {

/// The name of an enumerator, from a list in the enumerators' order up to the last one. A list of
/// another length does not compile.
///
///     return enumerator_name<Mode::kBatched>(mode, {"isolated", "batched"});
template <auto kLast, std::size_t kCount>
constexpr std::string_view enumerator_name(decltype(kLast) value,
                                           const std::string_view (&names)[kCount]) noexcept {
  static_assert(kCount == static_cast<std::size_t>(kLast) + 1);
  const auto index = static_cast<std::size_t>(value);
  return index < kCount ? names[index] : "unknown";
}

}  // namespace tickbench
