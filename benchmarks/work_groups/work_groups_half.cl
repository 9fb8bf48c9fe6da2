// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// As work_groups_float, in half precision. The results are written as floats, and a and b taken.
__kernel void work_groups_half(__global float* out, const float a, const float b,
                               const uint steps) {
  const uint i = (uint)get_global_id(0);
  const half factor = (half)a, term = (half)b;
  half value = (half)(i % 1024);
  for (uint step = 0; step < steps; ++step) value = value * factor + term;
  out[i] = (float)value;
}
