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

// What the body `other` adds to the acceleration of one at `place`.
vec4 pull(const vec4 place, const vec4 other) {
  const vec4 apart = other - place;
  const float squared =
      apart.x * apart.x + apart.y * apart.y + apart.z * apart.z + SOFTENING * SOFTENING;
  const float inverse = inversesqrt(squared);
  const vec4 force = other.w * (inverse * inverse * inverse) * apart;
  return vec4(force.x, force.y, force.z, 0.0f);
}
