// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

// y <- x and its right neighbour, which the last element has none of.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Floats { float at[]; };
layout(push_constant) uniform Arguments {
  Floats x;
  Floats y;
};

void main() {
  const uint i = gl_GlobalInvocationID.x;
  y.at[i] = x.at[i] + x.at[i + 1];
}
