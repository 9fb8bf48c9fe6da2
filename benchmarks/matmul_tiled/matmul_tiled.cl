// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// A work-group of 16 x 16 work-items computes a tile of 64 x 64 elements, each work-item 4 x 4 of
// them in registers. Sixteen columns of a and rows of b at a time pass through local memory.
#define TILE 64
#define STEPS 16

// out <- a b for n x n matrices in rows. n is a multiple of 16; what of a tile lies beyond n is
// zero.
__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void matmul_tiled(
    __global const float4* a, __global const float4* b, __global float4* out, const ulong n) {
  __local float4 a_tile[STEPS][TILE / 4];  // transposed: the rows of one step lie side by side
  __local float4 b_tile[STEPS][TILE / 4];
  __local float* a_scalars = (__local float*)a_tile;

  const size_t x = get_local_id(0), y = get_local_id(1), item = y * 16 + x;
  const size_t left = get_group_id(0) * TILE, top = get_group_id(1) * TILE;
  const size_t quads = n / 4;  // float4s in a row

  // What this work-item loads: four steps of one row of a, and four columns of one step of b.
  const size_t a_row = item / 4, a_step = item % 4 * 4;
  const int has_a = top + a_row < n, has_b = left + x * 4 < n;

  float4 sum0 = 0.0f, sum1 = 0.0f, sum2 = 0.0f, sum3 = 0.0f;
  for (size_t first = 0; first < n; first += STEPS) {
    float4 from_a = 0.0f, from_b = 0.0f;
    if (has_a) from_a = a[(top + a_row) * quads + (first + a_step) / 4];
    if (has_b) from_b = b[(first + y) * quads + left / 4 + x];
    barrier(CLK_LOCAL_MEM_FENCE);  // the tiles of the step before have been used
    a_scalars[(a_step + 0) * TILE + a_row] = from_a.x;
    a_scalars[(a_step + 1) * TILE + a_row] = from_a.y;
    a_scalars[(a_step + 2) * TILE + a_row] = from_a.z;
    a_scalars[(a_step + 3) * TILE + a_row] = from_a.w;
    b_tile[y][x] = from_b;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 0; step < STEPS; ++step) {
      const float4 rows = a_tile[step][y], columns = b_tile[step][x];
      sum0 += rows.x * columns;
      sum1 += rows.y * columns;
      sum2 += rows.z * columns;
      sum3 += rows.w * columns;
    }
  }

  const size_t row = top + y * 4, column = left + x * 4;
  if (row >= n || column >= n) return;
  __global float4* to = out + row * quads + column / 4;
  to[0] = sum0;
  to[quads] = sum1;
  to[2 * quads] = sum2;
  to[3 * quads] = sum3;
}
