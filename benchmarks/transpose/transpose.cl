// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// out <- the transpose of an n x n matrix in rows, one element a work-item: what is read side by
// side is written n elements apart.
__kernel void transpose(__global const float* restrict in, __global float* restrict out,
                        const uint n) {
  const uint column = (uint)get_global_id(0), row = (uint)get_global_id(1);
  if (column < n && row < n) out[column * n + row] = in[row * n + column];
}
