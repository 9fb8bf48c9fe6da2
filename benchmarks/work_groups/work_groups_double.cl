// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// As work_groups_float, in double precision.
__kernel void work_groups_double(__global double* out, const double a, const double b,
                                 const uint steps) {
  const uint i = (uint)get_global_id(0);
  double value = (double)(i % 1024);
  for (uint step = 0; step < steps; ++step) value = value * a + b;
  out[i] = value;
}
