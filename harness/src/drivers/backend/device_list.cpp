// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/device_list.hpp"

#include "base/enumerator_name.hpp"
#include "base/throw_error.hpp"
#include "text/wording.hpp"

namespace tickbench::backend {

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
  const bool has_sub = dot != std::string_view::npos;
  const auto root = text::number_in<std::size_t>(text.substr(0, dot));
  const auto sub = text::number_in<std::uint16_t>(has_sub ? text.substr(dot + 1) : "0");
  if (!root || !sub)
    throw_error(Outcome::kNoDevice,
                "expected a device index such as 0, or 0.1 for a sub-device, found '{}'", text);
  DeviceIndex index{*root};
  if (has_sub) index.sub = *sub;
  return index;
}

void throw_no_device(std::string_view id, std::size_t found, std::string_view why) {
  throw_error(Outcome::kNoDevice, "no device {}: found {}{}", id, found,
              why.empty() ? "" : fmt::format(" ({})", why));
}

void throw_not_divided(const std::string& id) {
  throw_error(Outcome::kUnsupported, "the device {} cannot be divided into sub-devices", id);
}

}  // namespace tickbench::backend
