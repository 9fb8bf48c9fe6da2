// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

layout(local_size_x = WORK_GROUP) in;

shared uint sums[WORK_GROUP];

// Each work-item's value becomes the sum of those up to it, itself included. What all of them sum
// to is then in sums[WORK_GROUP - 1].
uint scan_group(const uint value) {
  const uint item = gl_LocalInvocationID.x;
  uint sum = value;
  sums[item] = sum;
  barrier();
  for (uint distance = 1; distance < WORK_GROUP; distance *= 2) {
    if (item >= distance) sum += sums[item - distance];
    barrier();
    sums[item] = sum;
    barrier();
  }
  return sum;
}
