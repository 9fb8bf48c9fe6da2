// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require

#include "histogram.glsl"

#define BINS 256

// Each work-group counts in local memory, and adds what it has counted to the bins.
layout(local_size_x = WORK_GROUP) in;
layout(buffer_reference, std430) buffer Quads { uvec4 at[]; };
layout(push_constant) uniform Arguments {
  Quads x;
  Integers bins;
  uint n;
};

shared uint counts[BINS];

void count_quad(const uvec4 quad) {
  const uvec4 bin = quad >> 24;
  atomicAdd(counts[bin.x], 1);
  atomicAdd(counts[bin.y], 1);
  atomicAdd(counts[bin.z], 1);
  atomicAdd(counts[bin.w], 1);
}

void main() {
  const uint item = gl_LocalInvocationID.x, quads = n / 4;
  const uint step = gl_NumWorkGroups.x * WORK_GROUP * ITEMS;
  for (uint bin = item; bin < BINS; bin += WORK_GROUP) counts[bin] = 0;
  barrier();
  uint i = gl_WorkGroupID.x * WORK_GROUP * ITEMS + item;
  for (; i + (ITEMS - 1) * WORK_GROUP < quads; i += step) {
    uvec4 quad[ITEMS];
    [[unroll]] for (uint k = 0; k < ITEMS; ++k) quad[k] = x.at[i + k * WORK_GROUP];
    [[unroll]] for (uint k = 0; k < ITEMS; ++k) count_quad(quad[k]);
  }
  for (; i < quads; i += WORK_GROUP) count_quad(x.at[i]);
  const uint last = 4 * quads + gl_GlobalInvocationID.x;
  if (last < n) atomicAdd(counts[Integers(x).at[last] >> 24], 1);
  barrier();
  for (uint bin = item; bin < BINS; bin += WORK_GROUP)
    if (counts[bin] > 0) atomicAdd(bins.at[bin], counts[bin]);
}
