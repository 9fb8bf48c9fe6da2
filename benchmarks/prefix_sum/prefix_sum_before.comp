// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_GOOGLE_include_directive : require

#include "prefix_sum.glsl"
#include "scan_group.glsl"

// The second, by one work-group: each of the tiles' sums becomes the sum of those before it.
layout(push_constant) uniform Arguments {
  Integers tile_sums;
  uint tiles;
};

void main() {
  uint before = 0;
  for (uint first = 0; first < tiles; first += WORK_GROUP) {
    const uint tile = first + gl_LocalInvocationID.x;
    const uint own = tile < tiles ? tile_sums.at[tile] : 0;
    const uint sum = scan_group(own);
    if (tile < tiles) tile_sums.at[tile] = before + sum - own;
    before += sums[WORK_GROUP - 1];
    barrier();
  }
}
