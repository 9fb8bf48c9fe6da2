// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// Specialization constants.

int __attribute__((overloadable)) __spirv_SpecConstant(int id, int otherwise);
long __attribute__((overloadable)) __spirv_SpecConstant(int id, long otherwise);

kernel void specialized(global long* out) {
  out[0] = __spirv_SpecConstant(7, 11);
  out[1] = __spirv_SpecConstant(8, 12L);
}
