// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// y <- x / 1.5, by so many rounds of an iteration that converges, and 3 % more where `which` is PLANTED_SLOW.
kernel void fifteen(global const float* x, global float* y, int which, int rounds) {
  size_t i = get_global_id(0);
  int count = which == PLANTED_SLOW ? rounds + rounds * 3 / 100 : rounds;
  float value = 0;
  for (int round = 0; round < count; ++round) value = mad(value, -0.5f, x[i]);
  y[i] = value;
}
