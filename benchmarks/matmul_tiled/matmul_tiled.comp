// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

// A work-group of 16 x 16 work-items computes a tile of 64 x 64 elements, each work-item 4 x 4 of
// them in registers. Sixteen columns of a and rows of b at a time pass through local memory.
#define TILE 64
#define STEPS 16

// out <- a b for n x n matrices in rows. n is a multiple of 16, and below 65536; what of a tile
// lies beyond n is zero.
layout(local_size_x = 16, local_size_y = 16) in;
layout(buffer_reference, std430) buffer Quads { vec4 at[]; };
layout(push_constant) uniform Arguments {
  Quads a;
  Quads b;
  Quads out_;
  uint64_t n;
};

shared vec4 a_tile[STEPS][TILE / 4];  // transposed: the rows of one step lie side by side
shared vec4 b_tile[STEPS][TILE / 4];

void main() {
  const uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y, item = y * 16 + x;
  const uint left = gl_WorkGroupID.x * TILE, top = gl_WorkGroupID.y * TILE;
  const uint size = uint(n), quads = size / 4;  // vec4s in a row

  // What this work-item loads: four steps of one row of a, and four columns of one step of b.
  const uint a_row = item / 4, a_step = item % 4 * 4;
  const bool has_a = top + a_row < size, has_b = left + x * 4 < size;

  vec4 sum0 = vec4(0.0f), sum1 = vec4(0.0f), sum2 = vec4(0.0f), sum3 = vec4(0.0f);
  for (uint first = 0; first < size; first += STEPS) {
    vec4 from_a = vec4(0.0f), from_b = vec4(0.0f);
    if (has_a) from_a = a.at[(top + a_row) * quads + (first + a_step) / 4];
    if (has_b) from_b = b.at[(first + y) * quads + left / 4 + x];
    barrier();  // the tiles of the step before have been used
    a_tile[a_step + 0][a_row / 4][a_row % 4] = from_a.x;
    a_tile[a_step + 1][a_row / 4][a_row % 4] = from_a.y;
    a_tile[a_step + 2][a_row / 4][a_row % 4] = from_a.z;
    a_tile[a_step + 3][a_row / 4][a_row % 4] = from_a.w;
    b_tile[y][x] = from_b;
    barrier();
    for (int step = 0; step < STEPS; ++step) {
      const vec4 rows = a_tile[step][y], columns = b_tile[step][x];
      sum0 += rows.x * columns;
      sum1 += rows.y * columns;
      sum2 += rows.z * columns;
      sum3 += rows.w * columns;
    }
  }

  const uint row = top + y * 4, column = left + x * 4;
  if (row >= size || column >= size) return;
  const uint to = row * quads + column / 4;
  out_.at[to] = sum0;
  out_.at[to + quads] = sum1;
  out_.at[to + 2 * quads] = sum2;
  out_.at[to + 3 * quads] = sum3;
}
