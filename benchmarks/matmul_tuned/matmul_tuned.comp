// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

// A work-group computes a tile of ROWS x COLUMNS elements, each work-item ITEM_ROWS x ITEM_COLUMNS
// of them in registers. DEPTH columns of a and rows of b at a time pass through local memory, which
// has room for two such tiles: while one is multiplied, the next one is on its way from global
// memory. A work-item's columns are in runs of WIDTH. LANE_ROWS x LANE_COLUMNS work-items are those
// that a GPU runs in step. With EDGES, tiles may reach over the edges of the matrices.
//
// All of these are parameters. Those that were chosen stand in benchmarks/tuning/shapes.json.
#define ITEMS_Y (ROWS / ITEM_ROWS)
#define ITEMS_X (COLUMNS / ITEM_COLUMNS)
#define ITEMS (ITEMS_X * ITEMS_Y)
#define LANES (LANE_ROWS * LANE_COLUMNS)
#define QUADS (ITEM_ROWS / 4)      // vec4s of rows in a work-item
#define PIECES (ITEM_COLUMNS / 4)  // vec4s of columns in a work-item

// What a work-item moves: vec4s along the rows of both matrices, so many rows apart.
#define A_LOADS (ROWS * DEPTH / 4 / ITEMS)
#define A_APART (ITEMS / (DEPTH / 4))
#define B_LOADS (DEPTH * COLUMNS / 4 / ITEMS)
#define B_APART (ITEMS / (COLUMNS / 4))

// A tile of a is transposed. The gap behind each of its columns keeps neighbouring work-items from
// storing into one bank.
#define A_STRIDE (ROWS + 4)

#if ROWS % ITEM_ROWS || ITEM_ROWS % 4 || COLUMNS % ITEM_COLUMNS || ITEM_COLUMNS % WIDTH || WIDTH % 4
#error "expected whole work-items in a tile, of whole vectors"
#elif ITEMS_Y % LANE_ROWS || ITEMS_X % LANE_COLUMNS || (LANES > 1 && LANE_COLUMNS % 2)
#error "expected whole blocks of lanes in a tile, of pairs of columns"
#elif DEPTH % 4 || ITEMS % (DEPTH / 4) || ITEMS % (COLUMNS / 4)
#error "expected work-items for whole rows of a and b in a tile"
#elif ROWS * DEPTH % (4 * ITEMS) || DEPTH * COLUMNS % (4 * ITEMS)
#error "expected the same number of vectors of a and b for each work-item"
#endif

layout(local_size_x = ITEMS) in;
layout(buffer_reference, std430) buffer Quads { vec4 at[]; };
layout(buffer_reference, std430) buffer Floats { float at[]; };
layout(push_constant) uniform Arguments {
  Floats a;
  Floats b;
  Floats out_;
  uint64_t n;
};

shared vec4 a_tiles[2][DEPTH * A_STRIDE / 4];
shared vec4 b_tiles[2][DEPTH * COLUMNS / 4];

// Four elements from this place and column on. Zeros are in the place of what is not in the matrix.
vec4 load_present(const Floats from, const uint place, const bool has_row, const uint column,
                  const uint size) {
  vec4 values = vec4(0.0f);
  if (has_row && column < size) values.x = from.at[place];
  if (has_row && column + 1 < size) values.y = from.at[place + 1];
  if (has_row && column + 2 < size) values.z = from.at[place + 2];
  if (has_row && column + 3 < size) values.w = from.at[place + 3];
  return values;
}

// The vec4 of a tile's columns that is piece p of the work-items in column x.
uint quad_of(const uint x, const uint p) {
  return (p / (WIDTH / 4) * ITEMS_X + x) * (WIDTH / 4) + p % (WIDTH / 4);
}

// out <- a b for n x n matrices in rows. Without EDGES n is a multiple of ROWS, COLUMNS and
// DEPTH. n is below 65536.
void main() {
  // Where this work-item's piece lies in the tile. The lanes of a block go by pairs of columns, so
  // that those that read the same from local memory are served at once.
  const uint item = gl_LocalInvocationID.x, block = item / LANES, lane = item % LANES;
  const uint x = block % (ITEMS_X / LANE_COLUMNS) * LANE_COLUMNS + lane % 2 +
                 lane / (2 * LANE_ROWS) * 2;
  const uint y = block / (ITEMS_X / LANE_COLUMNS) * LANE_ROWS + lane / 2 % LANE_ROWS;
  const uint left = gl_WorkGroupID.x * COLUMNS, top = gl_WorkGroupID.y * ROWS, size = uint(n);

  // What it loads.
  const uint a_row = item / (DEPTH / 4), a_step = item % (DEPTH / 4) * 4;
  const uint b_step = item / (COLUMNS / 4), b_column = item % (COLUMNS / 4) * 4;
  uint a_next = (top + a_row) * size + a_step, b_next = b_step * size + left + b_column;
  vec4 from_a[A_LOADS], from_b[B_LOADS];

#ifdef EDGES
  // Vectors are moved where all of the tile is in the matrix, and aligned.
  const bool is_inside = size % WIDTH == 0 && top + ROWS <= size && left + COLUMNS <= size;
  const uint tiles = (size + DEPTH - 1) / DEPTH, whole_tiles = is_inside ? size / DEPTH : 0;
#else
  const bool is_inside = true;
  const uint tiles = size / DEPTH, whole_tiles = tiles;
#endif

  vec4 sums[ITEM_ROWS][PIECES];
  [[unroll]] for (int i = 0; i < ITEM_ROWS; ++i)
    [[unroll]] for (int p = 0; p < PIECES; ++p) sums[i][p] = vec4(0.0f);

  // In turn k, tile k comes from global memory, and tile k - 1 is multiplied.
  for (uint tile = 0; tile <= tiles; ++tile) {
    if (tile < whole_tiles) {
      [[unroll]] for (int i = 0; i < A_LOADS; ++i)
        from_a[i] = Quads(a).at[(a_next + i * A_APART * size) / 4];
      [[unroll]] for (int i = 0; i < B_LOADS; ++i)
        from_b[i] = Quads(b).at[(b_next + i * B_APART * size) / 4];
    } else if (tile < tiles) {
      const uint first = tile * DEPTH;
      [[unroll]] for (int i = 0; i < A_LOADS; ++i)
        from_a[i] = load_present(a, a_next + i * A_APART * size, top + a_row + i * A_APART < size,
                                 first + a_step, size);
      [[unroll]] for (int i = 0; i < B_LOADS; ++i)
        from_b[i] = load_present(b, b_next + i * B_APART * size, first + b_step + i * B_APART < size,
                                 left + b_column, size);
    }
    a_next += DEPTH;
    b_next += DEPTH * size;

    if (tile > 0) {
      const uint used = (tile - 1) % 2;
      for (uint step = 0; step < DEPTH; ++step) {
        vec4 rows[QUADS], columns[PIECES];
        [[unroll]] for (int q = 0; q < QUADS; ++q)
          rows[q] = a_tiles[used][step * A_STRIDE / 4 + q * ITEMS_Y + y];
        [[unroll]] for (int p = 0; p < PIECES; ++p)
          columns[p] = b_tiles[used][step * COLUMNS / 4 + quad_of(x, p)];
        [[unroll]] for (int q = 0; q < QUADS; ++q)
          [[unroll]] for (int p = 0; p < PIECES; ++p) {
            sums[4 * q][p] += rows[q].x * columns[p];
            sums[4 * q + 1][p] += rows[q].y * columns[p];
            sums[4 * q + 2][p] += rows[q].z * columns[p];
            sums[4 * q + 3][p] += rows[q].w * columns[p];
          }
      }
    }

    if (tile < tiles) {
      const uint next = tile % 2;
      [[unroll]] for (int i = 0; i < A_LOADS; ++i)
        [[unroll]] for (int j = 0; j < 4; ++j) {
          const uint to = (a_step + j) * A_STRIDE + a_row + i * A_APART;
          a_tiles[next][to / 4][to % 4] = from_a[i][j];
        }
      [[unroll]] for (int i = 0; i < B_LOADS; ++i) b_tiles[next][item + i * ITEMS] = from_b[i];
    }
    barrier();  // tile k is there, and tile k - 1 has been used
  }

  [[unroll]] for (int i = 0; i < ITEM_ROWS; ++i) {
    const uint row = top + i / 4 * (4 * ITEMS_Y) + 4 * y + i % 4;
    [[unroll]] for (int p = 0; p < PIECES; ++p) {
      const uint column = left + 4 * quad_of(x, p);
      const uint to = row * size + column;
      if (is_inside) {
        Quads(out_).at[to / 4] = sums[i][p];
      } else if (row < size) {
        [[unroll]] for (int j = 0; j < 4; ++j)
          if (column + j < size) out_.at[to + j] = sums[i][p][j];
      }
    }
  }
}
