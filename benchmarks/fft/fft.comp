// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

// Discrete Fourier transforms of LENGTH complex numbers each, a power of four, in steps of four
// numbers (Stockham's order, so that none has to be put in its place at the end). LENGTH / 4
// work-items make one transform in local memory, and a work-group ITEMS of them. `roots` has
// exp(-2 pi i k / LENGTH) for each k below LENGTH.
#ifndef LENGTH
#define LENGTH 256
#endif
#ifndef ITEMS
#define ITEMS 1
#endif
#define QUARTER (LENGTH / 4)

layout(local_size_x = QUARTER, local_size_y = ITEMS) in;
layout(buffer_reference, std430) buffer Numbers { vec2 at[]; };
layout(push_constant) uniform Arguments {
  Numbers in_;
  Numbers roots;
  Numbers out_;
  uint transforms;
};

shared vec2 points[ITEMS][LENGTH];

vec2 times(const vec2 a, const vec2 b) {
  return vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

void main() {
  const uint i = gl_LocalInvocationID.x, slot = gl_LocalInvocationID.y;
  const uint transform = gl_WorkGroupID.x * ITEMS + slot;
  const bool is_there = transform < transforms;
  const uint place = transform * LENGTH + i;
  vec2 a = vec2(0.0f), b = vec2(0.0f), c = vec2(0.0f), d = vec2(0.0f);
  if (is_there) {
    a = in_.at[place];
    b = in_.at[place + QUARTER];
    c = in_.at[place + 2 * QUARTER];
    d = in_.at[place + 3 * QUARTER];
  }
  for (uint done = 1; done < LENGTH; done *= 4) {
    const uint k = i % done, root = k * (QUARTER / done);
    b = times(b, roots.at[root]);
    c = times(c, roots.at[2 * root]);
    d = times(d, roots.at[3 * root]);
    const vec2 even = a + c, odd = a - c, sum = b + d, difference = b - d;
    const vec2 turned = vec2(difference.y, -difference.x);  // by -i
    const uint to = (i - k) * 4 + k;
    barrier();
    points[slot][to] = even + sum;
    points[slot][to + done] = odd + turned;
    points[slot][to + 2 * done] = even - sum;
    points[slot][to + 3 * done] = odd - turned;
    barrier();
    a = points[slot][i];
    b = points[slot][i + QUARTER];
    c = points[slot][i + 2 * QUARTER];
    d = points[slot][i + 3 * QUARTER];
  }
  if (is_there) {
    out_.at[place] = a;
    out_.at[place + QUARTER] = b;
    out_.at[place + 2 * QUARTER] = c;
    out_.at[place + 3 * QUARTER] = d;
  }
}
