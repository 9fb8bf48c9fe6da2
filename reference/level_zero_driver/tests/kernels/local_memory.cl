// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// Kernels of one module, each with local memory of its own, and one without.

kernel void small_local(global int* out) {
  local int first[8 * 1024];
  first[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(0)] = first[0];
}

kernel void large_local(global int* out) {
  local int second[150 * 1024];
  second[get_local_id(0)] = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(0)] = second[0];
}

kernel void larger_local(global int* out) {
  local int third[151 * 1024];
  third[get_local_id(0)] = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(0)] = third[0];
}

kernel void no_local(global int* out) { out[get_local_id(0)] = 4; }
