// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/device_list.hpp"

#include <fmt/format.h>

#include <charconv>

#include "base/enumerator_name.hpp"

namespace tickbench::backend {
namespace {

bool parse_number(std::string_view text, std::size_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::string_view to_string(DeviceType type) noexcept {
  return enumerator_name<DeviceType::kOther>(type, {"gpu", "accelerator", "cpu", "other"});
}

void NotListed::add(std::string_view clause, bool is_failure) {
  if (!reason.empty()) reason += "; ";
  reason += clause;
  has_failed |= is_failure;
}

void NotListed::add(const Error& error) {
  add(error.what(), error.outcome() != Outcome::kNoDevice);
}

DeviceIndex parse_index(std::string_view text) {
  const auto dot = text.find('.');
  DeviceIndex index;
  std::size_t sub = 0;
  const bool has_sub = dot != std::string_view::npos;
  if (!parse_number(text.substr(0, dot), index.root) ||
      (has_sub && (!parse_number(text.substr(dot + 1), sub) || sub > 0xFFFF)))
    throw Error(
        Outcome::kNoDevice,
        fmt::format("expected a device index such as 0, or 0.1 for a sub-device, found '{}'",
                    text));
  if (has_sub) index.sub = static_cast<int>(sub);
  return index;
}

void throw_no_device(std::string_view id, std::size_t found, std::string_view why) {
  throw Error(Outcome::kNoDevice, fmt::format("no device {}: found {}{}", id, found,
                                              why.empty() ? "" : fmt::format(" ({})", why)));
}

void throw_not_divided(const std::string& id) {
  throw Error(Outcome::kUnsupported,
              fmt::format("the device {} cannot be divided into sub-devices", id));
}

}  // namespace tickbench::backend
