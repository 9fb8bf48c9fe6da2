// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// y <- a x + y, for machines without a compiler of CUDA
kernel void scaled_sum(float a, global const float* x, global float* y) {
  const size_t i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}
