// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

// By all compute units at once, each of which touches what the update lets it read later.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Quads { vec4 at[]; };
layout(push_constant) uniform Arguments {
  Quads y;
  float value;
};

void main() { y.at[gl_GlobalInvocationID.x] = vec4(value); }
