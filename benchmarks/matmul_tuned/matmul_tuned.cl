// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// A work-group computes a tile of ROWS x COLUMNS elements, each work-item ITEM_ROWS x ITEM_COLUMNS
// of them in registers. DEPTH columns of a and rows of b at a time pass through local memory, which
// has room for two such tiles: while one is multiplied, the next one is on its way from global
// memory. Vectors of columns have WIDTH elements. LANE_ROWS x LANE_COLUMNS work-items are those that
// a GPU runs in step. With EDGES, tiles may reach over the edges of the matrices.
//
// All of these are parameters. Those that were chosen stand in benchmarks/tuning/shapes.json.
#define ITEMS_Y (ROWS / ITEM_ROWS)
#define ITEMS_X (COLUMNS / ITEM_COLUMNS)
#define ITEMS (ITEMS_X * ITEMS_Y)
#define LANES (LANE_ROWS * LANE_COLUMNS)
#define QUADS (ITEM_ROWS / 4)           // float4s of rows in a work-item
#define VECTORS (ITEM_COLUMNS / WIDTH)  // vectors of columns in a work-item

// What a work-item moves: float4s along the rows of both matrices, so many rows apart.
#define A_LOADS (ROWS * DEPTH / 4 / ITEMS)
#define A_APART (ITEMS / (DEPTH / 4))
#define B_LOADS (DEPTH * COLUMNS / 4 / ITEMS)
#define B_APART (ITEMS / (COLUMNS / 4))

// A tile of a is transposed. The gap behind each of its columns keeps neighbouring work-items from
// storing into one bank.
#define A_STRIDE (ROWS + 4)

#define JOIN_(x, y) x##y
#define JOIN(x, y) JOIN_(x, y)
#define VECTOR JOIN(float, WIDTH)
#define VSTORE JOIN(vstore, WIDTH)

#if ROWS % ITEM_ROWS || ITEM_ROWS % 4 || COLUMNS % ITEM_COLUMNS || ITEM_COLUMNS % WIDTH || WIDTH % 4
#error "expected whole work-items in a tile, of whole vectors"
#elif ITEMS_Y % LANE_ROWS || ITEMS_X % LANE_COLUMNS || (LANES > 1 && LANE_COLUMNS % 2)
#error "expected whole blocks of lanes in a tile, of pairs of columns"
#elif DEPTH % 4 || ITEMS % (DEPTH / 4) || ITEMS % (COLUMNS / 4)
#error "expected work-items for whole rows of a and b in a tile"
#elif ROWS * DEPTH % (4 * ITEMS) || DEPTH * COLUMNS % (4 * ITEMS)
#error "expected the same number of vectors of a and b for each work-item"
#endif

#if EDGES
// Four elements from this column on. Zeros are in the place of what is not in the matrix.
float4 load_present(__global const float* from, const bool has_row, const ulong column,
                    const ulong n) {
  float4 values = 0.0f;
  if (has_row && column < n) values.x = from[0];
  if (has_row && column + 1 < n) values.y = from[1];
  if (has_row && column + 2 < n) values.z = from[2];
  if (has_row && column + 3 < n) values.w = from[3];
  return values;
}
#endif

// out <- a b for n x n matrices in rows. Without EDGES n is a multiple of ROWS, COLUMNS and
// DEPTH.
__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void matmul_tuned(
    __global const float* a, __global const float* b, __global float* out, const ulong n) {
  __local float4 a_tiles[2][DEPTH * A_STRIDE / 4];
  __local VECTOR b_tiles[2][DEPTH * COLUMNS / WIDTH];

  // Where this work-item's piece lies in the tile. The lanes of a block go by pairs of columns, so
  // that those that read the same from local memory are served at once.
  const uint item = get_local_id(0), block = item / LANES, lane = item % LANES;
  const uint x = block % (ITEMS_X / LANE_COLUMNS) * LANE_COLUMNS + lane % 2 +
                 lane / (2 * LANE_ROWS) * 2;
  const uint y = block / (ITEMS_X / LANE_COLUMNS) * LANE_ROWS + lane / 2 % LANE_ROWS;
  const ulong left = get_group_id(0) * COLUMNS, top = get_group_id(1) * ROWS;

  // What it loads.
  const uint a_row = item / (DEPTH / 4), a_step = item % (DEPTH / 4) * 4;
  const uint b_step = item / (COLUMNS / 4), b_column = item % (COLUMNS / 4) * 4;
  __global const float* a_next = a + (top + a_row) * n + a_step;
  __global const float* b_next = b + b_step * n + left + b_column;
  float4 from_a[A_LOADS], from_b[B_LOADS];

#if EDGES
  // Vectors are moved where all of the tile is in the matrix, and aligned.
  const bool is_inside = n % WIDTH == 0 && top + ROWS <= n && left + COLUMNS <= n;
  const uint tiles = (n + DEPTH - 1) / DEPTH, whole_tiles = is_inside ? n / DEPTH : 0;
#else
  const bool is_inside = true;
  const uint tiles = n / DEPTH, whole_tiles = tiles;
#endif

  VECTOR sums[ITEM_ROWS][VECTORS];
#pragma unroll
  for (int i = 0; i < ITEM_ROWS; ++i)
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) sums[i][v] = 0.0f;

  // In turn k, tile k comes from global memory, and tile k - 1 is multiplied.
  for (uint tile = 0; tile <= tiles; ++tile) {
    if (tile < whole_tiles) {
#pragma unroll
      for (int i = 0; i < A_LOADS; ++i)
        from_a[i] = *(__global const float4*)(a_next + i * A_APART * n);
#pragma unroll
      for (int i = 0; i < B_LOADS; ++i)
        from_b[i] = *(__global const float4*)(b_next + i * B_APART * n);
    }
#if EDGES
    else if (tile < tiles) {
      const ulong first = (ulong)tile * DEPTH;
#pragma unroll
      for (int i = 0; i < A_LOADS; ++i)
        from_a[i] = load_present(a_next + i * A_APART * n, top + a_row + i * A_APART < n,
                                 first + a_step, n);
#pragma unroll
      for (int i = 0; i < B_LOADS; ++i)
        from_b[i] = load_present(b_next + i * B_APART * n, first + b_step + i * B_APART < n,
                                 left + b_column, n);
    }
#endif
    a_next += DEPTH;
    b_next += DEPTH * n;

    if (tile > 0) {
      __local const float4* a_tile = a_tiles[(tile - 1) % 2];
      __local const VECTOR* b_tile = b_tiles[(tile - 1) % 2];
#pragma unroll
      for (int step = 0; step < DEPTH; ++step) {
        float4 rows[QUADS];
        VECTOR columns[VECTORS];
#pragma unroll
        for (int q = 0; q < QUADS; ++q) rows[q] = a_tile[step * A_STRIDE / 4 + q * ITEMS_Y + y];
#pragma unroll
        for (int v = 0; v < VECTORS; ++v)
          columns[v] = b_tile[step * COLUMNS / WIDTH + v * ITEMS_X + x];
#pragma unroll
        for (int q = 0; q < QUADS; ++q)
#pragma unroll
          for (int v = 0; v < VECTORS; ++v) {
            sums[4 * q][v] += rows[q].x * columns[v];
            sums[4 * q + 1][v] += rows[q].y * columns[v];
            sums[4 * q + 2][v] += rows[q].z * columns[v];
            sums[4 * q + 3][v] += rows[q].w * columns[v];
          }
      }
    }

    if (tile < tiles) {
      __local float* a_tile = (__local float*)a_tiles[tile % 2] + a_step * A_STRIDE + a_row;
      __local float4* b_tile = (__local float4*)b_tiles[tile % 2] + item;
#pragma unroll
      for (int i = 0; i < A_LOADS; ++i) {
        a_tile[i * A_APART] = from_a[i].x;
        a_tile[i * A_APART + A_STRIDE] = from_a[i].y;
        a_tile[i * A_APART + 2 * A_STRIDE] = from_a[i].z;
        a_tile[i * A_APART + 3 * A_STRIDE] = from_a[i].w;
      }
#pragma unroll
      for (int i = 0; i < B_LOADS; ++i) b_tile[i * ITEMS] = from_b[i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // tile k is there, and tile k - 1 has been used
  }

#pragma unroll
  for (int i = 0; i < ITEM_ROWS; ++i) {
    const ulong row = top + i / 4 * (4 * ITEMS_Y) + 4 * y + i % 4;
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
      const ulong column = left + (v * ITEMS_X + x) * WIDTH;
      __global float* to = out + row * n + column;
      if (is_inside) {
        *(__global VECTOR*)to = sums[i][v];
      } else if (row < n) {
        float values[WIDTH];
        VSTORE(sums[i][v], 0, values);
#pragma unroll
        for (int j = 0; j < WIDTH; ++j)
          if (column + j < n) to[j] = values[j];
      }
    }
  }
}
