// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

kernel void add_one(global int* data) { data[get_global_id(0)] += 1; }

kernel __attribute__((reqd_work_group_size(8, 1, 1))) void in_groups_of_eight(global int* sizes) {
  sizes[get_global_id(0)] = (int)get_local_size(0);
}

kernel void two_locals(global ulong* out, local int* first, local float4* second) {
  first[get_local_id(0)] = 1;
  second[get_local_id(0)] = 2.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[0] = first[0];
  out[1] = (ulong)second[0].x;
}
