// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_GOOGLE_include_directive : require

#include "n_body.glsl"

// One body a work-item, all others from global memory.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= n) return;
  const vec4 place = bodies.at[i];
  vec4 sum = vec4(0.0f);
  for (uint other = 0; other < n - n % 2; other += 2) {
    sum = pull(place, bodies.at[other], sum);
    sum = pull(place, bodies.at[other + 1], sum);
  }
  if (n % 2 == 1) sum = pull(place, bodies.at[n - 1], sum);
  out_.at[i] = sum;
}
