// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_control_flow_attributes : require

#include "prefix_sum.glsl"
#include "scan_group.glsl"
#include "sum_of_tile.glsl"
#include "scan_tile.glsl"

// y <- the prefix sums, in one pass.
layout(push_constant) uniform Arguments {
  Integers x;
  Integers told;
  Integers y;
  uint n;
};

shared uint taken;

// What a tile tells those behind it is a sum, in two words: each has 16 bits of it, and above these
// what the sum is of. So atomic operations on 32 bits are enough, and no other memory has to be
// seen in order. told[0] counts the tiles that were taken.
#define NOTHING 0u
#define OF_TILE 1u
#define OF_ALL 2u

// Vulkan does not promise that other work-groups go on while one waits, and some drivers end loops.
// So a group asks no more often than this, and then sums up the silent tile itself.
#ifndef PATIENCE
#define PATIENCE 64
#endif

void tell(const uint tile, const uint what, const uint sum) {
  atomicExchange(told.at[1 + 2 * tile], what << 16 | (sum & 0xffffu));
  atomicExchange(told.at[2 + 2 * tile], what << 16 | sum >> 16);
}

uint heard(const uint tile, out uint what) {
  for (uint asked = 0; asked < PATIENCE; ++asked) {
    const uint low = atomicLoad(told.at[1 + 2 * tile], gl_ScopeDevice, 0, 0);
    const uint high = atomicLoad(told.at[2 + 2 * tile], gl_ScopeDevice, 0, 0);
    what = low >> 16;
    if (what == high >> 16 && what != NOTHING) return (low & 0xffffu) | high << 16;
  }
  what = NOTHING;
  return 0;
}

// The tiles that are heard at a time.
#define WINDOW 32
// What the work-items of a group tell each other while they listen.
shared uint nearest, silent, sum_of_heard;

// The sum of all tiles before this one, by the first work-items of the group: WINDOW tiles at a
// time, back to the nearest that knows the sum of all up to it, or to one that is silent.
uint look_back(const uint tile) {
  const uint item = gl_LocalInvocationID.x;
  uint before_tile = 0;
  for (uint end = tile; end > 0;) {
    uint what = OF_ALL, sum = 0;
    if (item < WINDOW && item < end) sum = heard(end - 1 - item, what);
    if (item == 0) {
      nearest = silent = WINDOW;
      sum_of_heard = 0;
    }
    barrier();
    if (item < WINDOW && what == OF_ALL) atomicMin(nearest, item);
    if (item < WINDOW && what == NOTHING) atomicMin(silent, item);
    barrier();
    const uint found = nearest, unheard = silent;
    if (item < WINDOW && item <= found && item < unheard) atomicAdd(sum_of_heard, sum);
    barrier();
    before_tile += sum_of_heard;
    barrier();
    if (found < unheard) {
      end = 0;
    } else if (unheard < WINDOW) {
      end -= unheard + 1;
      before_tile += sum_of_tile(x, end, n);
    } else {
      end -= WINDOW;
    }
  }
  return before_tile;
}

void main() {
  if (gl_LocalInvocationID.x == 0) taken = atomicAdd(told.at[0], 1);
  barrier();
  const uint tile = taken;
  uvec4 quads[ITEMS];
  uint own;
  scan_tile(x, tile, n, quads, own);
  if (gl_LocalInvocationID.x == 0) tell(tile, tile == 0 ? OF_ALL : OF_TILE, own);
  const uint of_tiles = look_back(tile);
  if (gl_LocalInvocationID.x == 0 && tile > 0) tell(tile, OF_ALL, of_tiles + own);
  store_tile(y, tile, n, quads, of_tiles);
}
