// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "cuda/context.hpp"
#include "cuda/handle.hpp"

namespace tickbench::cuda {

/// PTX, which the driver compiles for its device. `name` is what messages call it. Throws Error
/// (kBuildFailed) with the whole build log.
ModuleHandle load_module(const std::string& ptx, std::string_view name, const Place& place);

/// A kernel of a module, which belongs to that. Throws Error.
CUfunc_st* function_of(const ModuleHandle& module, const std::string& kernel, const Place& place);

/// One launch: its sizes in blocks and threads.
struct Launch {
  unsigned blocks[3] = {1, 1, 1};
  unsigned threads[3] = {1, 1, 1};
  unsigned shared_memory = 0;  ///< bytes beside what the kernel declares
};
inline Result launch(CUfunc_st* function, const Launch& sizes, CUstream_st* stream,
                     void** arguments) {
  return driver().cuLaunchKernel(function, sizes.blocks[0], sizes.blocks[1], sizes.blocks[2],
                                 sizes.threads[0], sizes.threads[1], sizes.threads[2],
                                 sizes.shared_memory, stream, arguments, nullptr);
}

}  // namespace tickbench::cuda
