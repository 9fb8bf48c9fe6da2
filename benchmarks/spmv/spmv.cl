// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// The product of a sparse matrix and a vector. The matrix is in compressed rows: the entries of row
// i are those from offsets[i] to offsets[i + 1] - 1.
#ifndef WORK_GROUP
#define WORK_GROUP 256
#endif
#ifndef ITEMS
#define ITEMS 8
#endif

// y <- a x, a row each work-item.
__kernel void spmv(__global const uint* restrict offsets, __global const uint* restrict columns,
                   __global const float* restrict values, __global const float* restrict x,
                   __global float* restrict y, const uint rows) {
  const uint row = (uint)get_global_id(0);
  if (row >= rows) return;
  float sum = 0.0f;
  const uint end = offsets[row + 1];
  for (uint i = offsets[row]; i < end; ++i) sum += values[i] * x[columns[i]];
  y[row] = sum;
}

// The same, ITEMS work-items a row, a power of two: what they read lies side by side.
__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void spmv_shared_rows(
    __global const uint* restrict offsets, __global const uint* restrict columns,
    __global const float* restrict values, __global const float* restrict x,
    __global float* restrict y, const uint rows) {
  __local float sums[WORK_GROUP];
  const uint item = (uint)get_local_id(0), lane = item % ITEMS;
  const uint row = (uint)get_group_id(0) * (WORK_GROUP / ITEMS) + item / ITEMS;
  float sum = 0.0f;
  if (row < rows) {
    const uint end = offsets[row + 1];
    for (uint i = offsets[row] + lane; i < end; i += ITEMS) sum += values[i] * x[columns[i]];
  }
  sums[item] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint stride = ITEMS / 2; stride > 0; stride /= 2) {
    if (lane < stride) sums[item] += sums[item + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0 && row < rows) y[row] = sums[item];
}
