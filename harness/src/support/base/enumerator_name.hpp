// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace tickbench {

/// The name of an enumerator, from a list in the enumerators' order up to the last one:
/// enumerator_name<Mode::kBatched>(mode, {"isolated", "batched"}).
template <auto kLast, std::size_t kCount>
constexpr std::string_view enumerator_name(decltype(kLast) value,
                                           const std::string_view (&names)[kCount]) noexcept {
  static_assert(kCount == static_cast<std::size_t>(kLast) + 1);
  const auto index = static_cast<std::size_t>(value);
  return index < kCount ? names[index] : "unknown";
}

/// The names of successive numbers, with a blank between two.
struct NamesFrom {
  unsigned first;
  std::string_view names;
};

/// The name of a number in a table of drivers' numbers, which have gaps.
template <std::size_t kCount>
constexpr std::string_view number_name(const NamesFrom (&table)[kCount], unsigned number,
                                       std::string_view unknown) noexcept {
  for (auto [at, names] : table)
    for (; !names.empty(); ++at) {
      const auto name = names.substr(0, names.find(' '));
      if (at == number) return name;
      names.remove_prefix(std::min(name.size() + 1, names.size()));
    }
  return unknown;
}

}  // namespace tickbench
