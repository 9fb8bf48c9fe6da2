// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

__kernel void twice(__global float* x) {
  const size_t i = get_global_id(0);
  x[i] *= 2.0f;
}
