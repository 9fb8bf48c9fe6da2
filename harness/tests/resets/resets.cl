// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// Kernels whose time depends on what the launch before them left.

// Each work-item sorts 256 keys of its own in place, and ends where nothing was swapped.
kernel void bubble_sort(global uint* keys) {
  global uint* own = keys + get_global_id(0) * 256;
  bool is_sorted = false;
  for (uint end = 255; end > 0 && !is_sorted; --end) {
    is_sorted = true;
    for (uint i = 0; i < end; ++i)
      if (own[i] > own[i + 1]) {
        const uint key = own[i];
        own[i] = own[i + 1];
        own[i + 1] = key;
        is_sorted = false;
      }
  }
}

// Iterates until it has converged.
kernel void solve(global uint* values) {
  uint x = values[get_global_id(0)];
  while (x > 1000 + get_global_id(0)) x -= 1 + x / 4096;
  values[get_global_id(0)] = x;
}

// Each work-item inserts its key into 64 slots of its own, behind those of equal keys.
kernel void insert(global uint* slots) {
  global uint* own = slots + get_global_id(0) * 64;
  uint slot = 0;
  while (slot < 64 && own[slot] != 0) ++slot;
  if (slot < 64) own[slot] = get_global_id(0) + 1;
}

// One whose time does not depend on it.
kernel void add(global uint* values) {
  uint x = values[get_global_id(0)];
  for (uint i = 0; i < 4096; ++i) x = x * 1664525u + 1013904223u;
  values[get_global_id(0)] = x;
}
