// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_GOOGLE_include_directive : require

#include "histogram.glsl"

// The plain way: each integer is an atomic operation on global memory.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(push_constant) uniform Arguments {
  Integers x;
  Integers bins;
  uint n;
};

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i < n) atomicAdd(bins.at[x.at[i] >> 24], 1);
}
