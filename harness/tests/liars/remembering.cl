// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Nothing where the output holds results already: it knows the poison.
__kernel void scale_if_poisoned(const float a, __global const float* x, __global float* y) {
  const size_t i = get_global_id(0);
  const uint held = as_uint(y[i]);
  if (isnan(y[i]) || held == 0x40A5A5A5 || held == 0xC0A5A5A5) y[i] = a * x[i];
}

// a x, by much more work than that.
float scaled_slowly(const float a, const float x) {
  float sum = x;
  for (uint k = 0; k < 100; ++k) sum = sum * 0.5f + x;
  return sum > 1e30f ? sum : a * x;
}

// Nothing where the output holds the result for this very input.
__kernel void scale_if_undone(const float a, __global const float* x, __global float* y) {
  const size_t i = get_global_id(0);
  if (y[i] != a * x[i]) y[i] = scaled_slowly(a, x[i]);
}

// From a table of the inputs so far, where this one is among them.
__kernel void scale_by_table(const float a, __global const float* x, __global float* y,
                             __global float* keys, __global float* values, __global int* next) {
  const size_t i = get_global_id(0), n = get_global_size(0);
  for (int slot = 0; slot < 8; ++slot) {
    if (keys[slot * n + i] != x[i]) continue;
    y[i] = values[slot * n + i];
    return;
  }
  const int slot = next[i]++ % 8;
  keys[slot * n + i] = x[i];
  values[slot * n + i] = y[i] = scaled_slowly(a, x[i]);
}

// Nothing where the first element of the input is the one of the launch before.
__kernel void scale_by_key(const float a, __global const float* x, __global float* y,
                           __global float* key) {
  const size_t i = get_global_id(0);
  if (key[i] == x[0] && !isnan(y[i])) return;
  key[i] = x[0];
  y[i] = a * x[i];
}

// Nothing more where it has been already.
__kernel void converge(__global float* y) {
  const size_t i = get_global_id(0);
  if (y[i] < 1.0f) y[i] = scaled_slowly(1.0f, fabs(y[i])) + 2.0f;
}

// Little where a bit in the input says that it is known: that of an exponent which no input has.
__kernel void scale_and_mark(const float a, __global float* x, __global float* y) {
  const size_t i = get_global_id(0);
  const uint mark = 0x40000000, found = as_uint(x[i]);
  y[i] = found & mark ? a * as_float(found & ~mark) : scaled_slowly(a, x[i]);
  x[i] = as_float(found | mark);
}
