// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "affinity.hpp"

#include <algorithm>
#include <charconv>

namespace zecpu {
namespace {

std::optional<unsigned> number(std::string_view text) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

Affinity Affinity::from(std::string_view mask, unsigned sub_devices) {
  if (mask.empty()) return {};
  bool is_whole = false;
  std::set<unsigned> parts;
  while (!mask.empty()) {
    const std::string_view item = mask.substr(0, mask.find(','));
    mask.remove_prefix(std::min(mask.size(), item.size() + 1));
    const auto point = item.find('.');
    if (number(item.substr(0, point)) != 0U) continue;
    is_whole |= point == item.npos;
    if (point == item.npos) continue;
    if (const auto part = number(item.substr(point + 1)); part && *part < sub_devices)
      parts.insert(*part);
  }
  if (is_whole) return {};
  return {!parts.empty(), parts};
}

}  // namespace zecpu
