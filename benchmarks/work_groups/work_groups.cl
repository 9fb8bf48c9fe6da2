// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif

// A long chain of multiply-adds in T a work-item, each of which waits for the one before. With
// a = b = 1 it counts the steps. VALUE is what the host passes and reads.
__kernel void work_groups(__global VALUE* out, const VALUE a, const VALUE b, const uint steps) {
  const uint i = (uint)get_global_id(0);
  const T factor = (T)a, term = (T)b;
  T value = (T)(i % 1024);
  for (uint step = 0; step < steps; ++step) value = value * factor + term;
  out[i] = (VALUE)value;
}
