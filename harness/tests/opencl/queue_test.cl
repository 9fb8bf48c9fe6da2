// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

kernel void queue_test_spin(global float* out, int rounds) {
  float x = (float)get_global_id(0);
  for (int i = 0; i < rounds; ++i) x = x * 0.999f + 1.0f;
  out[get_global_id(0)] = x;
}
