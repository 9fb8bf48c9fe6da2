// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/device_list.hpp"

#include <re2/re2.h>

#include "base/enumerator_name.hpp"

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
  DeviceIndex index;
  const re2::StringPiece piece(text.data(), text.size());
  if (!RE2::FullMatch(piece, R"((\d+))", &index.root) &&
      !RE2::FullMatch(piece, R"((\d+)\.(\d{1,5}))", &index.root, &index.sub))
    throw_error(Outcome::kNoDevice,
                "expected a device index such as 0, or 0.1 for a sub-device, found '{}'", text);
  return index;
}

}  // namespace tickbench::backend
