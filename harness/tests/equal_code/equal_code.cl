// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
kernel void equal_code(global const uint* x, global uint* y, uint mask) {
  const size_t i = get_global_id(0);
  uint value = 0;
  for (uint round = 0; round < ROUNDS; ++round) value |= x[i] & mask;
  if (value == ROUNDS * 100000u || (float)value / (float)mask > 2.0f) value = 1;  // never
  y[i] = value;
}
