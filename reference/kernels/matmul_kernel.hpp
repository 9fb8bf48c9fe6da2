// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace reference {

/// The innermost part of a blocked matrix product: a rows x columns piece of the result stays in
/// registers while `depth` products are added to each element. `a` is packed with `rows` values,
/// `b` with `columns` values a step. It writes or adds to `out`, whose rows are `stride` apart.
struct MatmulKernel {
  std::size_t rows, columns;
  void (*run)(std::size_t depth, const float* a, const float* b, float* out, std::size_t stride,
              bool add);
};

inline constexpr std::size_t kMostRows = 12, kMostColumns = 32;

/// Those whose vectors this processor has, the widest first.
std::vector<MatmulKernel> matmul_kernels();

}  // namespace reference
