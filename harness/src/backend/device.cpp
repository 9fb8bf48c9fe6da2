// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/device.hpp"

#include <fmt/format.h>

#include "backend/memory.hpp"
#include "tickbench/error.hpp"

namespace tickbench {
namespace {

void require_copy(const backend::Memory& memory, std::size_t bytes, const char* what) {
  if (bytes == 0)
    throw Error(Outcome::kInvalidBenchmark, fmt::format("{}: expected at least one byte", what));
  backend::require_room(memory, bytes, what);
}

}  // namespace

void detail::require_as_many(std::size_t elements, std::size_t found) {
  if (found != elements)
    throw Error(Outcome::kInvalidBenchmark,
                fmt::format("write to a buffer: expected as many values as it has elements, {}, "
                            "found {}",
                            elements, found));
}

Launch Device::copy(backend::Memory& to, backend::Memory& from, std::size_t bytes) {
  require_copy(from, bytes, "copy from");
  require_copy(to, bytes, "copy to");
  if (&to == &from)
    throw Error(Outcome::kInvalidBenchmark, "copy: expected two buffers, found the same one twice");
  // A map, a copy by the host and an unmap are three.
  const bool is_one_command =
      to.kind() != MemoryKind::kMapped && from.kind() != MemoryKind::kMapped;
  auto& queue = device_->queue();
  return {queue,
          {[&queue, &to, &from, bytes] { queue.copy(to, from, bytes); }, is_one_command,
           fmt::format("copy of {} bytes, {} to {}", bytes, to_string(from.kind()),
                       to_string(to.kind())),
           true}};
}

Launch Device::fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) {
  require_copy(to, bytes, "fill");
  auto& queue = device_->queue();
  std::vector<std::byte> kept(pattern.begin(), pattern.end());
  return {queue,
          {[&queue, &to, bytes, kept = std::move(kept)] { queue.fill(to, kept, bytes); }, true,
           fmt::format("fill of {} bytes of {} memory", bytes, to_string(to.kind())), true}};
}

}  // namespace tickbench
