// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Each step waits for the one before, and floats are not folded: no compiler and no place in memory
// makes it faster.
__kernel void dependent_steps(__global float* out, const uint steps) {
  float value = 1.0f;
  for (uint i = 0; i < steps; ++i) value = fma(value, 0.5f, 1.0f);
  out[get_global_id(0)] = value;
}

__kernel void empty_kernel(void) {}
