// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Peaks that fraction_of_peak does not refer to: of integers, and of local memory.

// As tickbench_peak_multiply_add, on integers: four chains of sixteen lanes. With a = b = 1 each
// lane counts the steps.
__kernel void peak_integer(__global int* out, const int a, const int b) {
  const size_t i = get_global_id(0);
  const int16 lanes = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) + (int)(i & 1023);
  int16 p = lanes, q = lanes + 16, r = lanes + 32, s = lanes + 48;
  for (int step = 0; step < 512; ++step) {
    p = p * a + b;
    q = q * a + b;
    r = r * a + b;
    s = s * a + b;
  }
  const int16 sum16 = p + q + r + s;
  const int8 sum8 = sum16.lo + sum16.hi;
  const int4 sum4 = sum8.lo + sum8.hi;
  out[i] = sum4.x + sum4.y + sum4.z + sum4.w;
}

#define GROUP 256
#define ROUNDS 4

// Each work-item reads each float4 of its work-group's local memory ROUNDS times, so that those
// that are read at one time lie side by side. The first one is its own; what it writes depends on
// all of them. Four sums: none waits for the one before.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void peak_local_memory(
    __global float* out, const float scale) {
  __local float4 values[GROUP];
  const uint item = (uint)get_local_id(0);
  values[item] = scale * (float4)((float)item, (float)item + 1.0f, (float)item + 2.0f, (float)item);
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 p = 0.0f, q = 0.0f, r = 0.0f, s = 0.0f;
  for (uint step = 0; step < ROUNDS * GROUP; step += 4) {
    p += values[(item + step) % GROUP];
    q += values[(item + step + 1) % GROUP];
    r += values[(item + step + 2) % GROUP];
    s += values[(item + step + 3) % GROUP];
  }
  const float4 sum = (p + q) + (r + s);
  out[get_global_id(0)] = sum.x + sum.y + sum.z + sum.w + (float)item;
}
