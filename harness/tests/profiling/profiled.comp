// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Values { int at[]; };
layout(push_constant) uniform Arguments { Values data; };

void main() { data.at[gl_GlobalInvocationID.x] += 1; }
