// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
kernel void toy_saxpy(float a, global float* x, global float* y) {
  y[get_global_id(0)] = a * x[get_global_id(0)] + y[get_global_id(0)];
}
