// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Uints { uint at[]; };
layout(push_constant) uniform Arguments {
  Uints x;
  Uints y;
  uint mask;
};

void main() {
  const uint i = gl_GlobalInvocationID.x;
  uint value = 0;
  for (uint round = 0; round < ROUNDS; ++round) value |= x.at[i] & mask;
  if (value == ROUNDS * 100000u || float(value) / float(mask) > 2.0f) value = 1;  // never
  y.at[i] = value;
}
