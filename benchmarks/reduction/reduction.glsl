// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Sums in two launches: each work-group makes one partial sum of what it goes through, and one
// work-group adds these up. ITEMS vec4s of each array are asked for at a time, except where fewer
// are left. WORK_GROUP, the work-items of a group, is a power of two.
#ifndef WORK_GROUP
#define WORK_GROUP 256
#endif
#ifndef ITEMS
#define ITEMS 4
#endif
#ifdef DOUBLE
#define T double
#define T4 dvec4
#else
#define T float
#define T4 vec4
#endif

layout(local_size_x = WORK_GROUP) in;
layout(buffer_reference, std430) buffer Quads { T4 at[]; };
layout(buffer_reference, std430) buffer Values { T at[]; };

shared T sums[WORK_GROUP];

// Leaves the sum of all values of the work-group in sums[0].
void sum_group(const T value) {
  const uint item = gl_LocalInvocationID.x;
  sums[item] = value;
  barrier();
  for (uint stride = WORK_GROUP / 2; stride > 0; stride /= 2) {
    if (item < stride) sums[item] += sums[item + stride];
    barrier();
  }
}

T sum_of_quad(const T4 quad) { return (quad.x + quad.y) + (quad.z + quad.w); }
