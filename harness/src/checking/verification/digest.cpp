// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "verification/digest.hpp"

#include <algorithm>
#include <functional>
#include <string_view>
#include <vector>

#include "base/parallel.hpp"

namespace tickbench::verification {

std::uint64_t digest(std::span<const std::byte> bytes) {
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  std::vector<std::size_t> blocks((bytes.size() + kBlock - 1) / kBlock);
  in_parallel(blocks.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto part = bytes.subspan(i * kBlock, std::min(kBlock, bytes.size() - i * kBlock));
      blocks[i] =
          std::hash<std::string_view>()({reinterpret_cast<const char*>(part.data()), part.size()});
    }
  });
  return std::hash<std::string_view>()(
      {reinterpret_cast<const char*>(blocks.data()), blocks.size() * sizeof(std::size_t)});
}

}  // namespace tickbench::verification
