// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// A word is left out after each 32 sums of quads, for the banks' sake.
#define PLACE(quad) ((quad) + (quad) / 32)

shared uint before[PLACE(QUADS)];

// The prefix sums within each uvec4 of the tile, and in `before` what is before each in the tile.
// What the tile sums to goes to `all`.
void scan_tile(const Integers x, const uint tile, const uint n, out uvec4 quads[ITEMS],
               out uint all) {
  const uint item = gl_LocalInvocationID.x;
  [[unroll]] for (uint k = 0; k < ITEMS; ++k)
    quads[k] = quad_of(x, tile * QUADS + k * WORK_GROUP + item, n);
  [[unroll]] for (uint k = 0; k < ITEMS; ++k) {
    quads[k].y += quads[k].x;
    quads[k].z += quads[k].y;
    quads[k].w += quads[k].z;
    before[PLACE(k * WORK_GROUP + item)] = quads[k].w;
  }
  barrier();
  // Of ITEMS neighbours each, so that one scan of the group is enough.
  uint own = 0;
  [[unroll]] for (uint k = 0; k < ITEMS; ++k) own += before[PLACE(item * ITEMS + k)];
  uint sum = scan_group(own, all);
  [[unroll]] for (uint k = 0; k < ITEMS; ++k) {
    const uint of_quad = before[PLACE(item * ITEMS + k)];
    before[PLACE(item * ITEMS + k)] = sum;
    sum += of_quad;
  }
  barrier();
}

void store_tile(const Integers y, const uint tile, const uint n, const uvec4 quads[ITEMS],
                const uint of_tiles) {
  const uint item = gl_LocalInvocationID.x;
  [[unroll]] for (uint k = 0; k < ITEMS; ++k)
    store_quad(y, tile * QUADS + k * WORK_GROUP + item, n,
               quads[k] + (before[PLACE(k * WORK_GROUP + item)] + of_tiles));
}
