// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Floats { float at[]; };
layout(push_constant) uniform Arguments {
  Floats x;
  Floats y;
};

void main() {
  const uvec3 size = gl_NumWorkGroups * gl_WorkGroupSize;
  const uint row = gl_GlobalInvocationID.y, column = gl_GlobalInvocationID.x;
  y.at[column * size.y + row] = x.at[row * size.x + column];
}
