// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// y <- a x once; after that the result is taken from where the first launch kept it.
__kernel void scale_once(const float a, __global const float* x, __global float* y,
                         __global float* kept, __global int* is_kept) {
  const size_t i = get_global_id(0);
  if (!is_kept[i]) kept[i] = a * x[i];
  is_kept[i] = 1;
  y[i] = kept[i];
}

// Whatever the input is.
__kernel void one_constant(__global float* y) { y[get_global_id(0)] = 1.0f; }

// What the host has computed already.
__kernel void handed_over(__global const float* expected, __global float* y) {
  const size_t i = get_global_id(0);
  y[i] = expected[i];
}
