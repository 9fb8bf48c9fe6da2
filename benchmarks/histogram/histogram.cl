// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// How many of n integers are in each of 256 bins, by their highest 8 bits. ITEMS uint4s are asked
// for at a time, except where fewer are left.
#ifndef WORK_GROUP
#define WORK_GROUP 256
#endif
#ifndef ITEMS
#define ITEMS 4
#endif
#define BINS 256

__kernel void histogram_clear(__global uint* restrict bins) { bins[get_global_id(0)] = 0; }

// The plain way: each integer is an atomic operation on global memory.
__kernel void histogram_global(__global const uint* restrict x, __global uint* bins,
                               const uint n) {
  const uint i = (uint)get_global_id(0);
  if (i < n) atomic_inc(bins + (x[i] >> 24));
}

void count_quad(const uint4 quad, __local uint* counts) {
  const uint4 bin = quad >> 24;
  atomic_inc(counts + bin.x);
  atomic_inc(counts + bin.y);
  atomic_inc(counts + bin.z);
  atomic_inc(counts + bin.w);
}

// Each work-group counts in local memory, and adds what it has counted to the bins.
__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void histogram(
    __global const uint4* restrict x, __global uint* bins, const uint n) {
  __local uint counts[BINS];
  const uint item = (uint)get_local_id(0), quads = n / 4;
  const uint step = (uint)get_num_groups(0) * WORK_GROUP * ITEMS;
  for (uint bin = item; bin < BINS; bin += WORK_GROUP) counts[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint i = (uint)get_group_id(0) * WORK_GROUP * ITEMS + item;
  for (; i + (ITEMS - 1) * WORK_GROUP < quads; i += step) {
    uint4 quad[ITEMS];
#pragma unroll
    for (uint k = 0; k < ITEMS; ++k) quad[k] = x[i + k * WORK_GROUP];
#pragma unroll
    for (uint k = 0; k < ITEMS; ++k) count_quad(quad[k], counts);
  }
  for (; i < quads; i += WORK_GROUP) count_quad(x[i], counts);
  const uint last = 4 * quads + (uint)get_global_id(0);
  if (last < n) atomic_inc(counts + (((__global const uint*)x)[last] >> 24));
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = item; bin < BINS; bin += WORK_GROUP)
    if (counts[bin] > 0) atomic_add(bins + bin, counts[bin]);
}
