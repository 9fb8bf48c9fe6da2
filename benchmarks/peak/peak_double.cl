// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// As tickbench_peak_multiply_add, in double precision: four chains of eight lanes, as many bytes.
// With a = b = 1 each lane counts the steps.
__kernel void peak_double(__global double* out, const double a, const double b) {
  const size_t i = get_global_id(0);
  const double8 lanes = (double8)(0, 1, 2, 3, 4, 5, 6, 7) + (double)(i & 1023);
  double8 p = lanes, q = lanes + 8.0, r = lanes + 16.0, s = lanes + 24.0;
  for (int step = 0; step < 512; ++step) {
    p = p * a + b;
    q = q * a + b;
    r = r * a + b;
    s = s * a + b;
  }
  const double8 sum8 = p + q + r + s;
  const double4 sum4 = sum8.lo + sum8.hi;
  out[i] = sum4.x + sum4.y + sum4.z + sum4.w;
}
