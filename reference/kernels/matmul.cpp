// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/matmul.hpp"

#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include "reference/kernels/matmul_blocked.hpp"

namespace reference::serial {
void matmul(std::size_t n, std::span<const float> a, std::span<const float> b,
            std::span<float> out) {
  matmul_blocked(n, a.data(), b.data(), out.data(), [](std::size_t count, const auto& task) {
    for (std::size_t i = 0; i < count; ++i) task(i);
  });
}
}  // namespace reference::serial

namespace reference::tbb {
void matmul(std::size_t n, std::span<const float> a, std::span<const float> b,
            std::span<float> out) {
  // While it waits, the thread takes no task of others: that could be a product of its own, in the
  // same packed operands.
  ::tbb::this_task_arena::isolate([=] {
    matmul_blocked(n, a.data(), b.data(), out.data(), [](std::size_t count, const auto& task) {
      ::tbb::parallel_for(std::size_t{0}, count, task, ::tbb::simple_partitioner());
    });
  });
}
}  // namespace reference::tbb
