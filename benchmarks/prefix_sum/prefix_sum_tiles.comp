// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require

#include "prefix_sum.glsl"
#include "scan_group.glsl"
#include "sum_of_tile.glsl"

// The first of three launches: sums[tile] <- the sum of its elements.
layout(push_constant) uniform Arguments {
  Integers x;
  Integers tile_sums;
  uint n;
};

void main() {
  const uint tile = gl_WorkGroupID.x, sum = sum_of_tile(x, tile, n);
  if (gl_LocalInvocationID.x == 0) tile_sums.at[tile] = sum;
}
