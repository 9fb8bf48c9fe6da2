// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

#ifndef PLANTED_PERCENT
#define PLANTED_PERCENT 100
#endif
#ifndef PLANTED_COUNT
#define PLANTED_COUNT int
#endif

// y <- x / 1.5, by so many rounds of an iteration that converges: time in proportion to `rounds`.
kernel void planted(global const float* x, global float* y, PLANTED_COUNT rounds) {
  size_t i = get_global_id(0);
  float value = 0;
  for (int round = 0; round < (int)rounds * PLANTED_PERCENT / 100; ++round) value = mad(value, -0.5f, x[i]);
  y[i] = value;
}
