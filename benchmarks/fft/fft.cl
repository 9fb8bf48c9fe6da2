// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Discrete Fourier transforms of LENGTH complex numbers each, a power of four, in steps of four
// numbers (Stockham's order, so that none has to be put in its place at the end). LENGTH / 4
// work-items make one transform in local memory, and a work-group ITEMS of them. `roots` has
// exp(-2 pi i k / LENGTH) for each k below LENGTH.
#ifndef LENGTH
#define LENGTH 256
#endif
#ifndef ITEMS
#define ITEMS 1
#endif
#define QUARTER (LENGTH / 4)

float2 times(const float2 a, const float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__kernel __attribute__((reqd_work_group_size(QUARTER, ITEMS, 1))) void fft(
    __global const float2* restrict in, __global const float2* restrict roots,
    __global float2* restrict out, const uint transforms) {
  __local float2 points[ITEMS][LENGTH];
  const uint i = (uint)get_local_id(0), slot = (uint)get_local_id(1);
  const uint transform = (uint)get_group_id(0) * ITEMS + slot;
  const int is_there = transform < transforms;
  __local float2* own = points[slot];
  float2 a = 0.0f, b = 0.0f, c = 0.0f, d = 0.0f;
  if (is_there) {
    __global const float2* from = in + (size_t)transform * LENGTH + i;
    a = from[0];
    b = from[QUARTER];
    c = from[2 * QUARTER];
    d = from[3 * QUARTER];
  }
  for (uint done = 1; done < LENGTH; done *= 4) {
    const uint k = i % done, root = k * (QUARTER / done);
    b = times(b, roots[root]);
    c = times(c, roots[2 * root]);
    d = times(d, roots[3 * root]);
    const float2 even = a + c, odd = a - c, sum = b + d, difference = b - d;
    const float2 turned = (float2)(difference.y, -difference.x);  // by -i
    __local float2* to = own + (i - k) * 4 + k;
    barrier(CLK_LOCAL_MEM_FENCE);
    to[0] = even + sum;
    to[done] = odd + turned;
    to[2 * done] = even - sum;
    to[3 * done] = odd - turned;
    barrier(CLK_LOCAL_MEM_FENCE);
    a = own[i];
    b = own[i + QUARTER];
    c = own[i + 2 * QUARTER];
    d = own[i + 3 * QUARTER];
  }
  if (is_there) {
    __global float2* into = out + (size_t)transform * LENGTH + i;
    into[0] = a;
    into[QUARTER] = b;
    into[2 * QUARTER] = c;
    into[3 * QUARTER] = d;
  }
}
