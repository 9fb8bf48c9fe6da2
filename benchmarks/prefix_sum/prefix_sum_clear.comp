// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_GOOGLE_include_directive : require

#include "prefix_sum.glsl"

// told[0] counts the tiles that were taken; two words for each tile follow.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(push_constant) uniform Arguments {
  Integers told;
  uint words;
};

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i < words) told.at[i] = 0;
}
