// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// The suite's matmul, three times over. Volatile: a compiler would keep the last time only.
__kernel void matmul(__global const float* a, __global const float* b, __global float* out,
                     const ulong n) {
  const size_t column = get_global_id(0), row = get_global_id(1);
  volatile int times = 3;
  float sum = 0.0f;
  for (int i = 0; i < times; ++i) {
    sum = 0.0f;
    for (size_t k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  }
  out[row * n + column] = sum;
}
