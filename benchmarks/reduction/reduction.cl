// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Sums in two launches: each work-group makes one partial sum of what it goes through, and one
// work-group adds these up. ITEMS T4s of each array are asked for at a time, except where fewer
// are left. WORK_GROUP, the work-items of a group, is a power of two.
#ifndef WORK_GROUP
#define WORK_GROUP 256
#endif
#ifndef ITEMS
#define ITEMS 4
#endif
#ifdef DOUBLE
#define T double
#define T4 double4
#else
#define T float
#define T4 float4
#endif

// Leaves the sum of all values of the work-group in sums[0].
void sum_group(const T value, __local T* sums) {
  const uint item = (uint)get_local_id(0);
  sums[item] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint stride = WORK_GROUP / 2; stride > 0; stride /= 2) {
    if (item < stride) sums[item] += sums[item + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

T sum_of_quad(const T4 quad) { return (quad.x + quad.y) + (quad.z + quad.w); }

// partial[group] <- the sum of the elements of x that this work-group goes through.
__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void reduction(
    __global const T4* restrict x, __global T* restrict partial, const uint n) {
  __local T sums[WORK_GROUP];
  const uint quads = n / 4, step = (uint)get_num_groups(0) * WORK_GROUP * ITEMS;
  const uint first = (uint)get_group_id(0) * WORK_GROUP * ITEMS + (uint)get_local_id(0);
  T4 sum = 0;
  uint i = first;
  for (; i + (ITEMS - 1) * WORK_GROUP < quads; i += step) {
#pragma unroll
    for (uint k = 0; k < ITEMS; ++k) sum += x[i + k * WORK_GROUP];
  }
  for (; i < quads; i += WORK_GROUP) sum += x[i];
  T rest = 0;
  const uint last = 4 * quads + (uint)get_global_id(0);
  if (last < n) rest = ((__global const T*)x)[last];
  sum_group(sum_of_quad(sum) + rest, sums);
  if (get_local_id(0) == 0) partial[get_group_id(0)] = sums[0];
}

// partial[group] <- the same for the products of x and y.
__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void stream_dot(
    __global const T4* restrict x, __global const T4* restrict y,
    __global T* restrict partial, const uint n) {
  __local T sums[WORK_GROUP];
  const uint quads = n / 4, step = (uint)get_num_groups(0) * WORK_GROUP * ITEMS;
  const uint first = (uint)get_group_id(0) * WORK_GROUP * ITEMS + (uint)get_local_id(0);
  T4 sum = 0;
  uint i = first;
  for (; i + (ITEMS - 1) * WORK_GROUP < quads; i += step) {
#pragma unroll
    for (uint k = 0; k < ITEMS; ++k) sum += x[i + k * WORK_GROUP] * y[i + k * WORK_GROUP];
  }
  for (; i < quads; i += WORK_GROUP) sum += x[i] * y[i];
  T rest = 0;
  const uint last = 4 * quads + (uint)get_global_id(0);
  if (last < n) rest = ((__global const T*)x)[last] * ((__global const T*)y)[last];
  sum_group(sum_of_quad(sum) + rest, sums);
  if (get_local_id(0) == 0) partial[get_group_id(0)] = sums[0];
}

// out[0] <- the sum of all partial sums, by one work-group.
__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void reduction_last(
    __global const T* restrict partial, __global T* restrict out, const uint groups) {
  __local T sums[WORK_GROUP];
  T sum = 0;
  for (uint i = (uint)get_local_id(0); i < groups; i += WORK_GROUP) sum += partial[i];
  sum_group(sum, sums);
  if (get_local_id(0) == 0) out[0] = sums[0];
}
