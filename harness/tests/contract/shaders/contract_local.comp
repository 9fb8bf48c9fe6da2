// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

// Each work-group reverses its part through local memory.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Ints { int at[]; };
layout(constant_id = 3) const uint COUNT = 1;
shared int scratch[COUNT];
layout(push_constant) uniform Arguments {
  Ints data;
};

void main() {
  const uint i = gl_LocalInvocationID.x;
  scratch[i] = data.at[gl_GlobalInvocationID.x];
  barrier();
  data.at[gl_GlobalInvocationID.x] = scratch[gl_WorkGroupSize.x - 1 - i];
}
