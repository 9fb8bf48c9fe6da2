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
  for (uint first = 0; 4 * first < tiles; first += WORK_GROUP) {
    const uint i = first + gl_LocalInvocationID.x;
    const uvec4 own = quad_of(tile_sums, i, tiles);
    uint all;
    const uint sum = before + scan_group(own.x + own.y + own.z + own.w, all);
    store_quad(tile_sums, i, tiles,
               sum + uvec4(0, own.x, own.x + own.y, own.x + own.y + own.z));
    before += all;
    barrier();
  }
}
