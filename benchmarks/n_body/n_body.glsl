// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Accelerations of n bodies by all of them. A body is its place and its mass; the square of
// SOFTENING keeps those that meet apart, and a body from itself. Two bodies a round of each loop:
// lavapipe ends a kernel's loops after 65535 rounds.
#ifndef WORK_GROUP
#define WORK_GROUP 256
#endif
#ifndef ITEMS
#define ITEMS 2
#endif
#define SOFTENING 0.5f

layout(buffer_reference, std430) buffer Bodies { vec4 at[]; };
layout(push_constant) uniform Arguments {
  Bodies bodies;
  Bodies out_;
  uint n;
};

// The acceleration `sum` of a body at `place`, and what the body `other` adds to it.
vec4 pull(const vec4 place, const vec4 other, const vec4 sum) {
  const vec4 apart = other - place;
  const float squared = fma(
      apart.x, apart.x, fma(apart.y, apart.y, fma(apart.z, apart.z, SOFTENING * SOFTENING)));
  const float inverse = inversesqrt(squared);
  const float force = other.w * (inverse * inverse * inverse);
  return vec4(fma(force, apart.x, sum.x), fma(force, apart.y, sum.y),
              fma(force, apart.z, sum.z), 0.0f);
}
