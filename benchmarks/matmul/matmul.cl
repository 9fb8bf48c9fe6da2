// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// out <- a b for n x n matrices in rows, one element a work-item: the plain way, every operand read
// from global memory n times.
__kernel void matmul(__global const float* a, __global const float* b, __global float* out,
                     const ulong n) {
  const size_t column = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (size_t k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  out[row * n + column] = sum;
}
