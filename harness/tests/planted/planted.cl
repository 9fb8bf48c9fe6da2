// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// y <- x / 1.5, by so many rounds of an iteration that converges: time in proportion to `rounds`.
kernel void planted(global const float* x, global float* y, int rounds) {
  size_t i = get_global_id(0);
  float value = 0;
  for (int round = 0; round < rounds; ++round) value = mad(value, -0.5f, x[i]);
  y[i] = value;
}
