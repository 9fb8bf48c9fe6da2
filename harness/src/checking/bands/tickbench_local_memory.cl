// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Leaves `word` in n words of each work-group's local memory. What it reads back is written out, so
// that no compiler leaves the rest away.
__kernel void tickbench_fill_local_memory(__local uint* words, const uint n, const uint word,
                                          __global uint* out) {
  const uint first = (uint)get_local_id(0), step = (uint)get_local_size(0);
  for (uint i = first; i < n; i += step) words[i] = word;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint group = (uint)get_group_id(0);
  if (first == 0) out[group] = words[out[group] % n];
}
