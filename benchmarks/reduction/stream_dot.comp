// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require

#include "reduction.glsl"

// partial[group] <- the same for the products of x and y.
layout(push_constant) uniform Arguments {
  Quads x;
  Quads y;
  Values partial;
  uint n;
};

void main() {
  const uint quads = n / 4, step = gl_NumWorkGroups.x * WORK_GROUP * ITEMS;
  const uint first = gl_WorkGroupID.x * WORK_GROUP * ITEMS + gl_LocalInvocationID.x;
  T4 sum = T4(0);
  uint i = first;
  for (; i + (ITEMS - 1) * WORK_GROUP < quads; i += step) {
    [[unroll]] for (uint k = 0; k < ITEMS; ++k)
      sum += x.at[i + k * WORK_GROUP] * y.at[i + k * WORK_GROUP];
  }
  for (; i < quads; i += WORK_GROUP) sum += x.at[i] * y.at[i];
  T rest = 0;
  const uint last = 4 * quads + gl_GlobalInvocationID.x;
  if (last < n) rest = Values(x).at[last] * Values(y).at[last];
  sum_group(sum_of_quad(sum) + rest);
  if (gl_LocalInvocationID.x == 0) partial.at[gl_WorkGroupID.x] = sums[0];
}
