// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// What tests of lists, queues, events and fences run: each has a twin in host_kernels.cpp.

kernel void nothing() {}

kernel void write_ids(global uint* out) {
  out[get_global_id(0)] = (uint)get_global_id(0);
}

kernel void add(global uint* data, uint amount) {
  data[get_global_id(0)] += amount;
}

// Busy in one work item, for `rounds` steps of a generator: to have something that takes a while.
kernel void spin(global uint* out, uint rounds) {
  uint value = 1;
  for (uint i = 0; i < rounds; ++i) value = value * 1664525u + 1013904223u;
  out[get_global_id(0)] = value;
}
