// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

#ifndef PLANTED_PERCENT
#define PLANTED_PERCENT 100
#endif
#ifndef PLANTED_COUNT
#define PLANTED_COUNT int
#endif

// y <- x / 1.5, by so many rounds of an iteration that converges: time in proportion to `rounds`.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Floats { float at[]; };
layout(push_constant) uniform Arguments {
  Floats x;
  Floats y;
  PLANTED_COUNT rounds;
};

void main() {
  const uint i = gl_GlobalInvocationID.x;
  float value = 0.0f;
  for (int round = 0; round < int(rounds) * PLANTED_PERCENT / 100; ++round) value = value * -0.5f + x.at[i];
  y.at[i] = value;
}
