// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// The kernels that every back end is checked with.

typedef struct {
  float scale;
  int offset;
  long padding_before;
  char tag;
} pair_of_values;

kernel void contract_scalars(global long* out, char a, ushort b, int c, ulong d, float e) {
  out[get_global_id(0)] = a + b + c + (long)d + (long)(e * 2.0f) + (long)get_global_id(0);
}

kernel void contract_struct(global float* out, pair_of_values values) {
  out[get_global_id(0)] =
      values.scale * get_global_id(0) + values.offset + values.padding_before + values.tag;
}

// Each work-group reverses its part through local memory.
kernel void contract_local(global int* data, local int* scratch) {
  const size_t i = get_local_id(0);
  scratch[i] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = scratch[get_local_size(0) - 1 - i];
}

kernel void contract_ids(global uint* out) {
  const size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  out[x + get_global_size(0) * (y + get_global_size(1) * z)] = (uint)(x + 1000 * y + 1000000 * z);
}

kernel void contract_add(global int* data, int value) { data[get_global_id(0)] += value; }
kernel void contract_multiply(global int* data, int value) { data[get_global_id(0)] *= value; }

// Long enough for its time to be well above a clock's step, on a device of any speed.
kernel void contract_spin(global float* out, int rounds) {
  float x = (float)get_global_id(0);
  for (int i = 0; i < rounds; ++i) x = x * 0.999f + 1.0f;
  out[get_global_id(0)] = x;
}
