// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// y <- a*x + y, four floats a work-item: single loads reach four fifths of the bandwidth.
__kernel void saxpy(const float a, __global const float4* x, __global float4* y) {
  const size_t i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}
