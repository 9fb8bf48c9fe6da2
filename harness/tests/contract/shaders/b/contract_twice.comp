// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Ints { int at[]; };
layout(push_constant) uniform Arguments {
  Ints out_;
};

void main() {
  out_.at[gl_GlobalInvocationID.x] = 2;
}
