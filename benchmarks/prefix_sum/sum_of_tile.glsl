// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// The sum of a tile's elements, by the whole group.
uint sum_of_tile(const Integers x, const uint tile, const uint n) {
  uvec4 sum = uvec4(0);
  [[unroll]] for (uint k = 0; k < ITEMS; ++k)
    sum += quad_of(x, tile * QUADS + k * WORK_GROUP + gl_LocalInvocationID.x, n);
  uint all;
  scan_group(sum.x + sum.y + sum.z + sum.w, all);
  return all;
}
