// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "backend/grid.hpp"
#include "cuda/context.hpp"
#include "cuda/handle.hpp"

namespace tickbench::cuda {

/// PTX, which the driver compiles for its device. `name` is what messages call it. Throws Error
/// (kBuildFailed) with the whole build log.
ModuleHandle load_module(const std::string& ptx, std::string_view name, const Place& place);

/// A kernel of a module, which belongs to that. Throws Error.
CUfunc_st* find_function(const ModuleHandle& module, const std::string& kernel, const Place& place);

/// `shared_memory`: bytes beside what the kernel declares.
inline Result launch(CUfunc_st* function, const backend::Grid& grid, std::size_t shared_memory,
                     CUstream_st* stream, void** arguments) {
  const auto number = [](std::size_t size) { return static_cast<unsigned>(size); };
  const auto& [groups, group] = grid;
  return driver().cuLaunchKernel(function, number(groups[0]), number(groups[1]), number(groups[2]),
                                 number(group[0]), number(group[1]), number(group[2]),
                                 number(shared_memory), stream, arguments, nullptr);
}

}  // namespace tickbench::cuda
