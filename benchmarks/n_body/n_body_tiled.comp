// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require

#include "n_body.glsl"

// ITEMS bodies a work-item. The others pass through local memory, WORK_GROUP at a time: what is
// read there once is used ITEMS times. Beyond n they have no mass.
layout(local_size_x = WORK_GROUP) in;

shared vec4 tile[WORK_GROUP];

void main() {
  const uint item = gl_LocalInvocationID.x;
  const uint first_own = gl_WorkGroupID.x * WORK_GROUP * ITEMS + item;
  vec4 places[ITEMS], sums[ITEMS];
  [[unroll]] for (uint k = 0; k < ITEMS; ++k) {
    const uint own = first_own + k * WORK_GROUP;
    places[k] = own < n ? bodies.at[own] : vec4(0.0f);
    sums[k] = vec4(0.0f);
  }
  for (uint first = 0; first < n; first += WORK_GROUP) {
    tile[item] = first + item < n ? bodies.at[first + item] : vec4(0.0f);
    barrier();
    for (uint other = 0; other < WORK_GROUP; other += 2) {
      [[unroll]] for (uint k = 0; k < ITEMS; ++k) sums[k] = pull(places[k], tile[other], sums[k]);
      [[unroll]] for (uint k = 0; k < ITEMS; ++k)
        sums[k] = pull(places[k], tile[other + 1], sums[k]);
    }
    barrier();
  }
  [[unroll]] for (uint k = 0; k < ITEMS; ++k)
    if (first_own + k * WORK_GROUP < n) out_.at[first_own + k * WORK_GROUP] = sums[k];
}
