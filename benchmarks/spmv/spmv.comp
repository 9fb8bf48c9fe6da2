// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_GOOGLE_include_directive : require

#include "spmv.glsl"

// y <- a x, a row each work-item.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;

void main() {
  const uint row = gl_GlobalInvocationID.x;
  if (row >= rows) return;
  float sum = 0.0f;
  const uint end = offsets.at[row + 1];
  for (uint i = offsets.at[row]; i < end; ++i) sum += values.at[i] * x.at[columns.at[i]];
  y.at[row] = sum;
}
