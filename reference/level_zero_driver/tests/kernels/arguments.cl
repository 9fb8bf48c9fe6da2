// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// Every kind of argument.

typedef struct {
  char tag;
  double weight;
  int4 lanes;
  short last;
} Mixed;

typedef struct __attribute__((packed)) {
  char tag;
  double weight;
} Packed;

kernel void scalars(global double* out, char a, short b, int c, long d, float e, double f, float3 g) {
  out[0] = a;
  out[1] = b;
  out[2] = c;
  out[3] = d;
  out[4] = e;
  out[5] = f;
  out[6] = g.x + g.y + g.z;
}

kernel void by_value(global double* out, Mixed mixed, Packed packed, int after) {
  out[0] = mixed.tag;
  out[1] = mixed.weight;
  out[2] = mixed.lanes.w;
  out[3] = mixed.last;
  out[4] = packed.tag;
  out[5] = packed.weight;
  out[6] = after;
}

kernel void is_null(global int* out, global int* pointer) { out[0] = pointer == 0; }

kernel void reverse_groups(global int* data, local int* scratch, constant int* bias) {
  size_t i = get_local_id(0), n = get_local_size(0);
  scratch[i] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = scratch[n - 1 - i] + bias[0];
}

kernel void static_local(global int* out) {
  local int total[64];
  total[get_local_id(0)] = (int)get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    int sum = 0;
    for (int i = 0; i < (int)get_local_size(0); ++i) sum += total[i];
    out[get_group_id(0)] = sum;
  }
}

kernel void calls_static_local(global int* out) { static_local(out); }

__attribute__((reqd_work_group_size(8, 4, 2))) kernel void fixed_group(global int* out) {
  out[get_group_id(0)] = (int)(get_local_size(0) * 100 + get_local_size(1) * 10 + get_local_size(2));
}

__attribute__((work_group_size_hint(16, 2, 1))) __attribute__((vec_type_hint(float4))) kernel void hinted(
    global float4* out) {
  out[get_global_id(0)] = 1.0f;
}

kernel void places(global uint* out) {
  size_t i = get_local_id(0) + get_local_size(0) * get_group_id(0);
  out[3 * i] = (uint)get_global_id(0);
  out[3 * i + 1] = (uint)get_global_offset(0);
  out[3 * i + 2] = (uint)get_num_groups(0);
}
