// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// A work-item moves ITEMS float4s of each array, all of which it asks for before it uses one. Those
// of a work-group lie side by side at each of its ITEMS steps. What is left behind the last whole
// float4 is up to the first work-items of the launch.
#ifndef ITEMS
#define ITEMS 1
#endif

// The float4 of this work-item at its first step.
uint first_quad(void) {
  return (uint)(get_group_id(0) * get_local_size(0)) * ITEMS + (uint)get_local_id(0);
}

// y <- a x
__kernel void stream_scale(const float a, __global const float4* restrict x,
                           __global float4* restrict y, const uint n) {
  const uint first = first_quad(), step = (uint)get_local_size(0), quads = n / 4;
  float4 from_x[ITEMS];
#pragma unroll
  for (uint k = 0; k < ITEMS; ++k)
    if (first + k * step < quads) from_x[k] = x[first + k * step];
#pragma unroll
  for (uint k = 0; k < ITEMS; ++k)
    if (first + k * step < quads) y[first + k * step] = a * from_x[k];
  const uint last = 4 * quads + (uint)get_global_id(0);
  if (last < n) ((__global float*)y)[last] = a * ((__global const float*)x)[last];
}

// z <- x + y
__kernel void stream_add(__global const float4* restrict x, __global const float4* restrict y,
                         __global float4* restrict z, const uint n) {
  const uint first = first_quad(), step = (uint)get_local_size(0), quads = n / 4;
  float4 from_x[ITEMS], from_y[ITEMS];
#pragma unroll
  for (uint k = 0; k < ITEMS; ++k)
    if (first + k * step < quads) {
      from_x[k] = x[first + k * step];
      from_y[k] = y[first + k * step];
    }
#pragma unroll
  for (uint k = 0; k < ITEMS; ++k)
    if (first + k * step < quads) z[first + k * step] = from_x[k] + from_y[k];
  const uint last = 4 * quads + (uint)get_global_id(0);
  if (last < n)
    ((__global float*)z)[last] =
        ((__global const float*)x)[last] + ((__global const float*)y)[last];
}

// z <- x + a y
__kernel void stream_triad(const float a, __global const float4* restrict x,
                           __global const float4* restrict y, __global float4* restrict z,
                           const uint n) {
  const uint first = first_quad(), step = (uint)get_local_size(0), quads = n / 4;
  float4 from_x[ITEMS], from_y[ITEMS];
#pragma unroll
  for (uint k = 0; k < ITEMS; ++k)
    if (first + k * step < quads) {
      from_x[k] = x[first + k * step];
      from_y[k] = y[first + k * step];
    }
#pragma unroll
  for (uint k = 0; k < ITEMS; ++k)
    if (first + k * step < quads) z[first + k * step] = from_x[k] + a * from_y[k];
  const uint last = 4 * quads + (uint)get_global_id(0);
  if (last < n)
    ((__global float*)z)[last] =
        ((__global const float*)x)[last] + a * ((__global const float*)y)[last];
}
