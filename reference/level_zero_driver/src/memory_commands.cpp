// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "memory_commands.hpp"

#include <algorithm>
#include <cstring>

#include "engine.hpp"

namespace zecpu {
namespace {

void fill(char* to, const std::vector<std::byte>& pattern, std::size_t size) {
  if (pattern.size() == 1) {
    std::memset(to, static_cast<int>(pattern[0]), size);
    return;
  }
  // The filled part is the source of the next copy, twice as long each time, up to what stays in a
  // cache.
  static constexpr std::size_t kBlock = 16384;
  std::size_t filled = std::min(pattern.size(), size);
  std::memcpy(to, pattern.data(), filled);
  const std::size_t most = std::max(pattern.size(), kBlock / pattern.size() * pattern.size());
  while (filled < size) {
    const std::size_t part = std::min({filled, most, size - filled});
    std::memcpy(to + filled, to, part);
    filled += part;
  }
}

}  // namespace

Interval CopyCommand::execute(Engine& engine) const {
  Memory& memory = engine.driver().memory();
  // The specification does not rule out that the two overlap.
  return engine.measure([&] { std::memmove(memory.view(to_), memory.view(from_), size_); });
}

Interval FillCommand::execute(Engine& engine) const {
  Memory& memory = engine.driver().memory();
  return engine.measure([&] { fill(static_cast<char*>(memory.view(to_)), pattern_, size_); });
}

Interval CopyRegionCommand::execute(Engine& engine) const {
  Memory& memory = engine.driver().memory();
  char* to = static_cast<char*>(memory.view(to_.base));
  const char* from = static_cast<const char*>(memory.view(from_.base));
  return engine.measure([&] {
    // A depth of 0 is a copy in two dimensions.
    const std::size_t slices = std::max(1U, to_.region.depth);
    for (std::size_t slice = 0; slice < slices; ++slice)
      for (std::size_t row = 0; row < to_.region.height; ++row)
        std::memcpy(to + to_.offset(row, slice), from + from_.offset(row, slice), to_.region.width);
  });
}

}  // namespace zecpu
