// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/backend.hpp"

namespace tickbench::backend {

std::string_view to_string(DeviceType type) noexcept {
  switch (type) {
    case DeviceType::kGpu:
      return "gpu";
    case DeviceType::kAccelerator:
      return "accelerator";
    case DeviceType::kCpu:
      return "cpu";
    case DeviceType::kOther:
      return "other";
  }
  return "other";
}

std::string_view to_string(MemoryKind kind) noexcept {
  switch (kind) {
    case MemoryKind::kDevice:
      return "device";
    case MemoryKind::kHost:
      return "host";
    case MemoryKind::kShared:
      return "shared";
    case MemoryKind::kHeap:
      return "heap";
    case MemoryKind::kMapped:
      return "mapped";
  }
  return "unknown";
}

void NotListed::add(std::string_view clause, bool is_failure) {
  if (!reason.empty()) reason += "; ";
  reason += clause;
  has_failed |= is_failure;
}

void NotListed::add(const Error& error) {
  add(error.what(), error.outcome() != Outcome::kNoDevice);
}

}  // namespace tickbench::backend
