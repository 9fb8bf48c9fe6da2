// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace zecpu {

/// A validated module whose memory fences are calls of OpenCL C's atomic_work_item_fence, in the
/// strongest order. llvm-spirv makes calls of mem_fence of them, which PoCL's library lacks.
std::vector<std::uint32_t> with_fence_calls(std::vector<std::uint32_t> words);

}  // namespace zecpu
