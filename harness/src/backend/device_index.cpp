// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/device_index.hpp"

#include <charconv>
#include <string>

#include "tickbench/error.hpp"

namespace tickbench::backend {
namespace {

bool parse_number(std::string_view text, std::size_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

DeviceIndex parse_index(std::string_view text) {
  const auto dot = text.find('.');
  DeviceIndex index;
  std::size_t sub = 0;
  const bool has_sub = dot != std::string_view::npos;
  if (!parse_number(text.substr(0, dot), index.root) ||
      (has_sub && (!parse_number(text.substr(dot + 1), sub) || sub > 0xFFFF)))
    throw Error(Outcome::kNoDevice,
                "expected a device index such as 0, or 0.1 for a sub-device, found '" +
                    std::string(text) + "'");
  if (has_sub) index.sub = static_cast<int>(sub);
  return index;
}

}  // namespace tickbench::backend
