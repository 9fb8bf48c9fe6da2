// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_GOOGLE_include_directive : require

#include "spmv.glsl"

// The same, ITEMS work-items a row, a power of two: what they read lies side by side.
layout(local_size_x = WORK_GROUP) in;

shared float sums[WORK_GROUP];

void main() {
  const uint item = gl_LocalInvocationID.x, lane = item % ITEMS;
  const uint row = gl_WorkGroupID.x * (WORK_GROUP / ITEMS) + item / ITEMS;
  float sum = 0.0f;
  if (row < rows) {
    const uint end = offsets.at[row + 1];
    for (uint i = offsets.at[row] + lane; i < end; i += ITEMS)
      sum += values.at[i] * x.at[columns.at[i]];
  }
  sums[item] = sum;
  barrier();
  for (uint stride = ITEMS / 2; stride > 0; stride /= 2) {
    if (lane < stride) sums[item] += sums[item + stride];
    barrier();
  }
  if (lane == 0 && row < rows) y.at[row] = sums[item];
}
