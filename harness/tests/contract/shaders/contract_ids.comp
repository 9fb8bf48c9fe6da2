// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Uints { uint at[]; };
layout(push_constant) uniform Arguments {
  Uints out_;
};

void main() {
  const uvec3 id = gl_GlobalInvocationID, size = gl_NumWorkGroups * gl_WorkGroupSize;
  out_.at[id.x + size.x * (id.y + size.y * id.z)] = id.x + 1000 * id.y + 1000000 * id.z;
}
