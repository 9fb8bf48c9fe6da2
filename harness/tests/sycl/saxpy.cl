// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
kernel void sycl_saxpy(float a, global const float* x, global float* y) {
  const size_t i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}
