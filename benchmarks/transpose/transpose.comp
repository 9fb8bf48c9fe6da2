// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

// out <- the transpose of an n x n matrix in rows, one element a work-item: what is read side by
// side is written n elements apart.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Floats { float at[]; };
layout(push_constant) uniform Arguments {
  Floats in_;
  Floats out_;
  uint n;
};

void main() {
  const uint column = gl_GlobalInvocationID.x, row = gl_GlobalInvocationID.y;
  if (column < n && row < n) out_.at[column * n + row] = in_.at[row * n + column];
}
