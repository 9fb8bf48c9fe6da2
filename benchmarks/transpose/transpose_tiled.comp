// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_control_flow_attributes : require

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
layout(local_size_x = TILE, local_size_y = STEP) in;
layout(buffer_reference, std430) buffer Floats { float at[]; };
layout(push_constant) uniform Arguments {
  Floats in_;
  Floats out_;
  uint n;
};

shared float tile[TILE][TILE + 1];

void main() {
  const uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
  const uint left = gl_WorkGroupID.x * TILE, top = gl_WorkGroupID.y * TILE;
  float own[ITEMS];
  [[unroll]] for (uint k = 0; k < ITEMS; ++k)
    if (left + x < n && top + y + k * STEP < n) own[k] = in_.at[(top + y + k * STEP) * n + left + x];
  [[unroll]] for (uint k = 0; k < ITEMS; ++k) tile[y + k * STEP][x] = own[k];
  barrier();
  [[unroll]] for (uint k = 0; k < ITEMS; ++k)
    if (top + x < n && left + y + k * STEP < n) out_.at[(left + y + k * STEP) * n + top + x] = tile[x][y + k * STEP];
}
