// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// y <- x, four floats a work-item.
__kernel void copy(__global const float4* x, __global float4* y) {
  const size_t i = get_global_id(0);
  y[i] = x[i];
}
