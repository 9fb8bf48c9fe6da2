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
