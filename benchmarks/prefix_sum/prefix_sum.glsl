// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Inclusive prefix sums of n integers, modulo 2^32, in two ways:
//
// - three launches: the sum of each tile, the sums of all tiles before each, the prefix sums within
// - one launch that reads each element once, and looks back for what is before it
//
// A work-group takes a tile of WORK_GROUP x ITEMS uvec4s, in rows of WORK_GROUP: what work-items
// read at one time lies side by side. WORK_GROUP is a power of two, and 32 at least.
#ifndef WORK_GROUP
#define WORK_GROUP 256
#endif
#ifndef ITEMS
#define ITEMS 4
#endif
#define QUADS (WORK_GROUP * ITEMS)

layout(buffer_reference, std430) buffer Integers { uint at[]; };
layout(buffer_reference, std430) buffer Quads { uvec4 at[]; };

// Elements 4 i to 4 i + 3, with zeros in the place of those from n on.
uvec4 quad_of(const Integers x, const uint i, const uint n) {
  if (4 * i + 4 <= n) return Quads(x).at[i];
  uvec4 quad = uvec4(0);
  if (4 * i < n) quad.x = x.at[4 * i];
  if (4 * i + 1 < n) quad.y = x.at[4 * i + 1];
  if (4 * i + 2 < n) quad.z = x.at[4 * i + 2];
  return quad;
}

void store_quad(const Integers y, const uint i, const uint n, const uvec4 quad) {
  if (4 * i + 4 <= n) {
    Quads(y).at[i] = quad;
    return;
  }
  if (4 * i < n) y.at[4 * i] = quad.x;
  if (4 * i + 1 < n) y.at[4 * i + 1] = quad.y;
  if (4 * i + 2 < n) y.at[4 * i + 2] = quad.z;
}
