// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Accelerations of n bodies by all of them. A body is its place and its mass; the square of
// SOFTENING keeps those that meet apart, and a body from itself.
#ifndef WORK_GROUP
#define WORK_GROUP 256
#endif
#ifndef ITEMS
#define ITEMS 2
#endif
#define SOFTENING 0.5f

// The acceleration `sum` of a body at `place`, and what the body `other` adds to it.
float4 pull(const float4 place, const float4 other, const float4 sum) {
  const float4 apart = other - place;
  const float squared = mad(
      apart.x, apart.x, mad(apart.y, apart.y, mad(apart.z, apart.z, SOFTENING * SOFTENING)));
  const float inverse = rsqrt(squared);
  const float force = other.w * (inverse * inverse * inverse);
  return (float4)(mad(force, apart.x, sum.x), mad(force, apart.y, sum.y),
                  mad(force, apart.z, sum.z), 0.0f);
}

// One body a work-item, all others from global memory.
__kernel void n_body(__global const float4* restrict bodies, __global float4* restrict out,
                     const uint n) {
  const uint i = (uint)get_global_id(0);
  if (i >= n) return;
  const float4 place = bodies[i];
  float4 sum = 0.0f;
  for (uint other = 0; other < n; ++other) sum = pull(place, bodies[other], sum);
  out[i] = sum;
}

// ITEMS bodies a work-item. The others pass through local memory, WORK_GROUP at a time: what is read
// there once is used ITEMS times. Beyond n they have no mass.
__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void n_body_tiled(
    __global const float4* restrict bodies, __global float4* restrict out, const uint n) {
  __local float4 tile[WORK_GROUP];
  const uint item = (uint)get_local_id(0);
  const uint first_own = (uint)get_group_id(0) * WORK_GROUP * ITEMS + item;
  float4 places[ITEMS], sums[ITEMS];
#pragma unroll
  for (uint k = 0; k < ITEMS; ++k) {
    const uint own = first_own + k * WORK_GROUP;
    places[k] = own < n ? bodies[own] : (float4)(0.0f);
    sums[k] = 0.0f;
  }
  for (uint first = 0; first < n; first += WORK_GROUP) {
    tile[item] = first + item < n ? bodies[first + item] : (float4)(0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 8
    for (uint other = 0; other < WORK_GROUP; ++other) {
#pragma unroll
      for (uint k = 0; k < ITEMS; ++k) sums[k] = pull(places[k], tile[other], sums[k]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
#pragma unroll
  for (uint k = 0; k < ITEMS; ++k)
    if (first_own + k * WORK_GROUP < n) out[first_own + k * WORK_GROUP] = sums[k];
}
