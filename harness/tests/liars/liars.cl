// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// y <- a x.
__kernel void scale(const float a, __global const float* x, __global float* y) {
  const size_t i = get_global_id(0);
  y[i] = a * x[i];
}

// The same, but only in the first launches.
__kernel void scale_at_first(const float a, __global const float* x, __global float* y,
                             __global int* launches) {
  const size_t i = get_global_id(0);
  if (launches[i]++ < 3) y[i] = a * x[i];
}

// The sum of n terms, by one work-item; a tenth of them may be left out.
__kernel void sum(__global const float* x, __global float* out, const ulong n) {
  float sum = 0.0f;
  for (ulong i = 0; i < n; ++i) sum += x[i];
  out[0] = sum;
}

__kernel void constants(__global float* out) {
  out[0] = 3.0f;
  out[1] = 4.0f;
}

// Touches nothing that anybody looks at.
__kernel void elsewhere(__global float* other) { other[get_global_id(0)] = 1.0f; }

// The same as scale, and one element too early.
__kernel void scale_from_before(const float a, __global const float* x, __global float* y) {
  const size_t i = get_global_id(0);
  y[i] = a * x[i];
  if (i == 0) y[(long)i - 1] = a;
}

// y <- x and its right neighbour, which the last element has none of.
__kernel void add_neighbour(__global const float* x, __global float* y) {
  const size_t i = get_global_id(0);
  y[i] = x[i] + x[i + 1];
}

__kernel void scale_and_add(const float a, __global const float* x, __global float* y,
                            __global const float* more) {
  const size_t i = get_global_id(0);
  y[i] = a * x[i] + more[i];
}

__kernel void scale_and_add_local(const float a, __global const float* x, __global float* y,
                                  __local const float* more) {
  const size_t i = get_global_id(0);
  y[i] = a * x[i] + more[get_local_id(0)];
}

__kernel void count_up(__global float* y) { y[get_global_id(0)] = (float)get_global_id(0); }
