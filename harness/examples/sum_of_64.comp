// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

// sums[i] <- the sum of the i-th 64 elements of y. T is the type of the variant: float or double.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Values { T at[]; };
layout(push_constant) uniform Arguments {
  Values y;
  Values sums;
};

void main() {
  const uint i = gl_GlobalInvocationID.x;
  T sum = 0;
  for (int k = 0; k < 64; ++k) sum += y.at[64 * i + k];
  sums.at[i] = sum;
}
