// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

kernel void scale(float a, global const float* x, global float* y) {
  y[get_global_id(0)] = a * x[get_global_id(0)];
}
