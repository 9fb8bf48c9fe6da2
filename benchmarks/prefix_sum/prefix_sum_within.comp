// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require

#include "prefix_sum.glsl"
#include "scan_group.glsl"
#include "scan_tile.glsl"

// The third: y <- the prefix sums of each tile, and what is before the tile.
layout(push_constant) uniform Arguments {
  Integers x;
  Integers tile_sums;
  Integers y;
  uint n;
};

void main() {
  const uint tile = gl_WorkGroupID.x;
  uvec4 quads[ITEMS];
  uint all;
  scan_tile(x, tile, n, quads, all);
  store_tile(y, tile, n, quads, tile_sums.at[tile]);
}
