// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "launch.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "calls.hpp"
#include "device.hpp"
#include "laboratory.hpp"
#include "result.hpp"

namespace cuhost {
namespace {

void require_sizes(const std::array<unsigned, 3>& sizes, const int (&largest)[3]) {
  for (std::size_t i = 0; i < 3; ++i)
    if (sizes[i] == 0 || sizes[i] > static_cast<unsigned>(largest[i])) throw Failure{kInvalidValue};
}

/// Whether this kernel is the one that the laboratory lets touch what is not its own.
bool crashes() {
  static std::atomic<std::uint64_t> count{0};
  const auto after = laboratory().crash_after;
  return after != 0 && ++count > after;
}

}  // namespace

Launch::Launch(const CUfunc_st& function, const std::array<unsigned, 3>& grid,
               const std::array<unsigned, 3>& block, unsigned shared, void** arguments)
    : function_(function.function),
      shared_bytes_(static_cast<std::size_t>(kReservedSharedMemory) +
                    static_cast<std::size_t>(function.static_shared + 15) / 16 * 16 + shared) {
  require_sizes(grid, kLargestGrid);
  require_sizes(block, kLargestBlock);
  if (std::uint64_t{block[0]} * block[1] * block[2] > kMostThreads ||
      shared > static_cast<unsigned>(function.most_dynamic_shared))
    throw Failure{kInvalidValue};
  std::copy_n(grid.begin(), 3, sizes_.grid);
  std::copy_n(block.begin(), 3, sizes_.block);
  sizes_.declared = static_cast<unsigned>(function.static_shared);
  for (std::size_t i = 0; i < function.argument_sizes.size(); ++i) {
    const auto* const value = static_cast<const std::byte*>((&require(arguments))[i]);
    values_.emplace_back(&require(value), value + function.argument_sizes[i]);
  }
}

void Launch::run() const {
  if (crashes()) return calls().end_context(kIllegalAddress);
  std::vector<const void*> arguments;
  for (const auto& value : values_) arguments.push_back(value.data());
  std::vector<char> shared(shared_bytes_);
  CuhostBlock block = sizes_;
  block.shared = shared.data();
  auto& [x, y, z] = block.index;
  for (z = 0; z < block.grid[2]; ++z)
    for (y = 0; y < block.grid[1]; ++y)
      for (x = 0; x < block.grid[0]; ++x) function_(arguments.data(), &block);
}

}  // namespace cuhost
