// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

// y <- x - y, which applied again gives y back: it stays finite however often it runs. In place,
// so that no memory is moved that is not counted: a copy makes most processors read the lines that
// it is about to overwrite.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Quads { vec4 at[]; };
layout(push_constant) uniform Arguments {
  Quads x;
  Quads y;
};

void main() {
  const uint i = gl_GlobalInvocationID.x;
  y.at[i] = x.at[i] - y.at[i];
}
