// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// A work-group transposes a tile of TILE x TILE elements in local memory, so that it reads and
// writes rows. Each work-item moves ITEMS elements, all of which it asks for before it stores one.
// The rows of the tile are one element longer, so that those of a column lie in different banks.
#ifndef TILE
#define TILE 32
#endif
#ifndef ITEMS
#define ITEMS 4
#endif
#define STEP (TILE / ITEMS)

// out <- the transpose of an n x n matrix in rows.
__kernel __attribute__((reqd_work_group_size(TILE, STEP, 1))) void transpose_tiled(
    __global const float* restrict in, __global float* restrict out, const uint n) {
  __local float tile[TILE][TILE + 1];
  const uint x = (uint)get_local_id(0), y = (uint)get_local_id(1);
  const uint left = (uint)get_group_id(0) * TILE, top = (uint)get_group_id(1) * TILE;
  float own[ITEMS];
#pragma unroll
  for (uint k = 0; k < ITEMS; ++k)
    if (left + x < n && top + y + k * STEP < n) own[k] = in[(top + y + k * STEP) * n + left + x];
#pragma unroll
  for (uint k = 0; k < ITEMS; ++k) tile[y + k * STEP][x] = own[k];
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
  for (uint k = 0; k < ITEMS; ++k)
    if (top + x < n && left + y + k * STEP < n) out[(left + y + k * STEP) * n + top + x] = tile[x][y + k * STEP];
}
