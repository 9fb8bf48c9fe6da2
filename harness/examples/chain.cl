// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// T is the type of the variant: float or double.
kernel void scale(T a, global const T* x, global T* y) {
  const size_t i = get_global_id(0);
  y[i] = a * x[i];
}

// sums[i] <- the sum of the i-th 64 elements of y.
kernel void sum_of_64(global const T* y, global T* sums) {
  const size_t i = get_global_id(0);
  T sum = 0;
  for (int k = 0; k < 64; ++k) sum += y[64 * i + k];
  sums[i] = sum;
}
