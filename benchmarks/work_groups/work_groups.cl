// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// A long chain of multiply-adds a work-item, each of which waits for the one before. With a = b = 1
// it counts the steps.
__kernel void work_groups_float(__global float* out, const float a, const float b,
                                const uint steps) {
  const uint i = (uint)get_global_id(0);
  float value = (float)(i % 1024);
  for (uint step = 0; step < steps; ++step) value = value * a + b;
  out[i] = value;
}

__kernel void work_groups_int(__global int* out, const int a, const int b, const uint steps) {
  const uint i = (uint)get_global_id(0);
  int value = (int)(i % 1024);
  for (uint step = 0; step < steps; ++step) value = value * a + b;
  out[i] = value;
}
