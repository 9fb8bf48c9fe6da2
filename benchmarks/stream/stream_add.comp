// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require

#include "stream.glsl"

// z <- x + y
layout(push_constant) uniform Arguments {
  Quads x;
  Quads y;
  Quads z;
  uint n;
};

void main() {
  const uint first = first_quad(), step = gl_WorkGroupSize.x, quads = n / 4;
  vec4 from_x[ITEMS], from_y[ITEMS];
  [[unroll]] for (uint k = 0; k < ITEMS; ++k)
    if (first + k * step < quads) {
      from_x[k] = x.at[first + k * step];
      from_y[k] = y.at[first + k * step];
    }
  [[unroll]] for (uint k = 0; k < ITEMS; ++k)
    if (first + k * step < quads) z.at[first + k * step] = from_x[k] + from_y[k];
  const uint last = 4 * quads + gl_GlobalInvocationID.x;
  if (last < n) Floats(z).at[last] = Floats(x).at[last] + Floats(y).at[last];
}
