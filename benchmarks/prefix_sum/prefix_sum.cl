// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Inclusive prefix sums of n integers, modulo 2^32, in two ways:
//
// - three launches: the sum of each tile, the sums of all tiles before each, the prefix sums within
// - one launch that reads each element once, and looks back for what is before it
//
// A work-group takes a tile of WORK_GROUP x ITEMS uint4s, in rows of WORK_GROUP: what work-items
// read at one time lies side by side. WORK_GROUP is a power of two, and 32 at least.
#ifndef WORK_GROUP
#define WORK_GROUP 256
#endif
#ifndef ITEMS
#define ITEMS 4
#endif
#define QUADS (WORK_GROUP * ITEMS)
// What takes a pointer to a work-item's quads is a part of its caller, so that these stay in registers.
#define IN_REGISTERS __attribute__((always_inline))

// Elements 4 i to 4 i + 3, with zeros in the place of those from n on.
uint4 quad_of(__global const uint* x, const uint i, const uint n) {
  if (4 * i + 4 <= n) return ((__global const uint4*)x)[i];
  uint4 quad = 0;
  if (4 * i < n) quad.x = x[4 * i];
  if (4 * i + 1 < n) quad.y = x[4 * i + 1];
  if (4 * i + 2 < n) quad.z = x[4 * i + 2];
  return quad;
}

void store_quad(__global uint* y, const uint i, const uint n, const uint4 quad) {
  if (4 * i + 4 <= n) {
    ((__global uint4*)y)[i] = quad;
    return;
  }
  if (4 * i < n) y[4 * i] = quad.x;
  if (4 * i + 1 < n) y[4 * i + 1] = quad.y;
  if (4 * i + 2 < n) y[4 * i + 2] = quad.z;
}

// The sums of a work-group: those of PART items each are one part. A word is left out after each PART,
// so that the items that add up the parts read from different banks.
#define PART 16
#define PARTS (WORK_GROUP / PART)
#define PADDED(i) ((i) + (i) / PART)
#define SUMS (PADDED(WORK_GROUP) + PARTS)

// What is before each work-item's value in the group. What all of them sum to goes to *all.
uint scan_group(const uint value, __local uint* sums, uint* all) {
  const uint item = (uint)get_local_id(0);
  __local uint* parts = sums + PADDED(WORK_GROUP);
  sums[PADDED(item)] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item < PARTS) {
    uint sum = 0;
    for (uint i = item * PART; i < (item + 1) * PART; ++i) {
      const uint own = sums[PADDED(i)];
      sums[PADDED(i)] = sum;
      sum += own;
    }
    parts[item] = sum;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint before = sums[PADDED(item)], total = 0;
  for (uint part = 0; part < PARTS; ++part) {
    if (part < item / PART) before += parts[part];
    total += parts[part];
  }
  *all = total;
  return before;
}

// A word is left out after each 32 sums of quads, for the same reason.
#define PLACE(quad) ((quad) + (quad) / 32)

// The prefix sums within each uint4 of the tile, and in `before` what is before each in the tile.
// What the tile sums to goes to *all.
IN_REGISTERS void scan_tile(__global const uint* x, const uint tile, const uint n, uint4* quads,
               __local uint* before, __local uint* sums, uint* all) {
  const uint item = (uint)get_local_id(0);
#pragma unroll
  for (uint k = 0; k < ITEMS; ++k)
    quads[k] = quad_of(x, tile * QUADS + k * WORK_GROUP + item, n);
#pragma unroll
  for (uint k = 0; k < ITEMS; ++k) {
    quads[k].y += quads[k].x;
    quads[k].z += quads[k].y;
    quads[k].w += quads[k].z;
    before[PLACE(k * WORK_GROUP + item)] = quads[k].w;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  // Of ITEMS neighbours each, so that one scan of the group is enough.
  uint own = 0;
#pragma unroll
  for (uint k = 0; k < ITEMS; ++k) own += before[PLACE(item * ITEMS + k)];
  uint sum = scan_group(own, sums, all);
#pragma unroll
  for (uint k = 0; k < ITEMS; ++k) {
    const uint of_quad = before[PLACE(item * ITEMS + k)];
    before[PLACE(item * ITEMS + k)] = sum;
    sum += of_quad;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

IN_REGISTERS void store_tile(__global uint* y, const uint tile, const uint n, const uint4* quads,
                __local const uint* before, const uint of_tiles) {
  const uint item = (uint)get_local_id(0);
#pragma unroll
  for (uint k = 0; k < ITEMS; ++k)
    store_quad(y, tile * QUADS + k * WORK_GROUP + item, n,
               quads[k] + (before[PLACE(k * WORK_GROUP + item)] + of_tiles));
}

// The first of three launches: sums[tile] <- the sum of its elements.
__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void prefix_sum_tiles(
    __global const uint* restrict x, __global uint* restrict tile_sums, const uint n) {
  __local uint sums[SUMS];
  const uint tile = (uint)get_group_id(0);
  uint4 sum = 0;
#pragma unroll
  for (uint k = 0; k < ITEMS; ++k)
    sum += quad_of(x, tile * QUADS + k * WORK_GROUP + (uint)get_local_id(0), n);
  uint all;
  scan_group(sum.x + sum.y + sum.z + sum.w, sums, &all);
  if (get_local_id(0) == 0) tile_sums[tile] = all;
}

// The second, by one work-group: each of the tiles' sums becomes the sum of those before it.
__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void prefix_sum_before(
    __global uint* restrict tile_sums, const uint tiles) {
  __local uint sums[SUMS];
  uint before = 0;
  for (uint first = 0; 4 * first < tiles; first += WORK_GROUP) {
    const uint i = first + (uint)get_local_id(0);
    const uint4 own = quad_of(tile_sums, i, tiles);
    uint all;
    const uint sum = before + scan_group(own.x + own.y + own.z + own.w, sums, &all);
    store_quad(tile_sums, i, tiles,
               sum + (uint4)(0, own.x, own.x + own.y, own.x + own.y + own.z));
    before += all;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// The third: y <- the prefix sums of each tile, and what is before the tile.
__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void prefix_sum_within(
    __global const uint* restrict x, __global const uint* restrict tile_sums,
    __global uint* restrict y, const uint n) {
  __local uint before[PLACE(QUADS)], sums[SUMS];
  const uint tile = (uint)get_group_id(0);
  uint4 quads[ITEMS];
  uint all;
  scan_tile(x, tile, n, quads, before, sums, &all);
  store_tile(y, tile, n, quads, before, tile_sums[tile]);
}

// What a tile tells those behind it is a sum, in two words: each has 16 bits of it, and above these
// what the sum is of. So atomic operations on 32 bits are enough, and no other memory has to be
// seen in order.
#define NOTHING 0u
#define OF_TILE 1u
#define OF_ALL 2u

void tell(__global volatile uint* told, const uint tile, const uint what, const uint sum) {
  atomic_xchg(told + 2 * tile, what << 16 | (sum & 0xffffu));
  atomic_xchg(told + 2 * tile + 1, what << 16 | sum >> 16);
}

int is_told(const uint low, const uint high) {
  return low >> 16 == high >> 16 && low >> 16 != NOTHING;
}

// Waits until the tile has told something. Work-groups take their tiles in order, so that it is one
// which has begun, and which waits for none behind it. Plain reads find it at a fraction of the cost
// of atomic ones. Should a cache answer them, what they find is of before and no less true, and the
// atomic ones in between see to an end.
uint heard(__global volatile uint* told, const uint tile, uint* what) {
  uint low = NOTHING, high = NOTHING;
  for (uint tries = 1; !is_told(low, high); ++tries) {
    if (tries % 16 != 0) {
      low = told[2 * tile];
      high = told[2 * tile + 1];
    } else {
      low = atomic_or(told + 2 * tile, 0u);
      high = atomic_or(told + 2 * tile + 1, 0u);
    }
  }
  *what = low >> 16;
  return (low & 0xffffu) | high << 16;
}

// The tiles that are heard at a time.
#define WINDOW 32
// What the work-items of a group tell each other while they listen.
typedef struct {
  uint nearest, sum;
} Heard;

// The sum of all tiles before this one, by the first work-items of the group: WINDOW tiles at a time,
// back to the nearest that knows the sum of all up to it.
uint look_back(__global volatile uint* told, const uint tile, __local volatile Heard* of_group) {
  const uint item = (uint)get_local_id(0);
  uint before = 0;
  for (uint end = tile; end > 0;) {
    uint what = OF_ALL, sum = 0;
    if (item < WINDOW && item < end) sum = heard(told, end - 1 - item, &what);
    if (item == 0) {
      of_group->nearest = WINDOW;
      of_group->sum = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < WINDOW && what == OF_ALL) atomic_min(&of_group->nearest, item);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint found = of_group->nearest;
    if (item < WINDOW && item <= found) atomic_add(&of_group->sum, sum);
    barrier(CLK_LOCAL_MEM_FENCE);
    before += of_group->sum;
    end = found < WINDOW ? 0 : end - WINDOW;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return before;
}

// told[0] counts the tiles that were taken; two words for each tile follow.
__kernel void prefix_sum_clear(__global uint* restrict told, const uint words) {
  const uint i = (uint)get_global_id(0);
  if (i < words) told[i] = 0;
}

// y <- the prefix sums, in one pass.
__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void prefix_sum_one_pass(
    __global const uint* restrict x, __global volatile uint* told, __global uint* restrict y,
    const uint n) {
  __local uint before[PLACE(QUADS)], sums[SUMS];
  __local uint taken;
  __local Heard of_group;
  if (get_local_id(0) == 0) taken = atomic_inc(told);
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint tile = taken;
  uint4 quads[ITEMS];
  uint own;
  scan_tile(x, tile, n, quads, before, sums, &own);
  if (get_local_id(0) == 0) tell(told + 1, tile, tile == 0 ? OF_ALL : OF_TILE, own);
  const uint of_tiles = look_back(told + 1, tile, &of_group);
  if (get_local_id(0) == 0 && tile > 0) tell(told + 1, tile, OF_ALL, of_tiles + own);
  store_tile(y, tile, n, quads, before, of_tiles);
}
