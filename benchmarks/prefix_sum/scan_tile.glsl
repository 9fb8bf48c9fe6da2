// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

shared uint before[QUADS];

void store_quad(const Integers y, const uint i, const uint n, const uvec4 quad) {
  if (4 * i + 4 <= n) {
    Quads(y).at[i] = quad;
    return;
  }
  if (4 * i < n) y.at[4 * i] = quad.x;
  if (4 * i + 1 < n) y.at[4 * i + 1] = quad.y;
  if (4 * i + 2 < n) y.at[4 * i + 2] = quad.z;
}

// The prefix sums within each uvec4 of the tile, and in `before` what is before each in the tile.
void scan_tile(const Integers x, const uint tile, const uint n, out uvec4 quads[ITEMS]) {
  const uint item = gl_LocalInvocationID.x;
  [[unroll]] for (uint k = 0; k < ITEMS; ++k)
    quads[k] = quad_of(x, tile * QUADS + k * WORK_GROUP + item, n);
  [[unroll]] for (uint k = 0; k < ITEMS; ++k) {
    quads[k].y += quads[k].x;
    quads[k].z += quads[k].y;
    quads[k].w += quads[k].z;
    before[k * WORK_GROUP + item] = quads[k].w;
  }
  barrier();
  // Of ITEMS neighbours each, so that one scan of the group is enough.
  uint own = 0;
  [[unroll]] for (uint k = 0; k < ITEMS; ++k) own += before[item * ITEMS + k];
  uint sum = scan_group(own) - own;
  [[unroll]] for (uint k = 0; k < ITEMS; ++k) {
    const uint of_quad = before[item * ITEMS + k];
    before[item * ITEMS + k] = sum;
    sum += of_quad;
  }
  barrier();
}

void store_tile(const Integers y, const uint tile, const uint n, const uvec4 quads[ITEMS],
                const uint of_tiles) {
  const uint item = gl_LocalInvocationID.x;
  [[unroll]] for (uint k = 0; k < ITEMS; ++k)
    store_quad(y, tile * QUADS + k * WORK_GROUP + item, n,
               quads[k] + (before[k * WORK_GROUP + item] + of_tiles));
}
