// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

kernel void api_scale(float a, global const float* x, global float* y) {
  const size_t i = get_global_id(0);
  y[i] = a * x[i];
}

// y[group] <- the largest x of the group.
kernel void api_group_maximum(global const float* x, local float* tile, global float* y) {
  const size_t i = get_local_id(0);
  tile[i] = x[get_global_id(0)];
  for (size_t half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < half_size) tile[i] = fmax(tile[i], tile[i + half_size]);
  }
  if (i == 0) y[get_group_id(0)] = tile[0];
}

kernel void api_transpose(global const float* x, global float* y) {
  const size_t row = get_global_id(1);
  const size_t column = get_global_id(0);
  y[column * get_global_size(1) + row] = x[row * get_global_size(0) + column];
}
