// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

#define GROUP 256
#define ROUNDS 4

// Each work-item reads each vec4 of its work-group's local memory ROUNDS times, so that those that
// are read at one time lie side by side. The first one is its own; what it writes depends on all of
// them. Four sums: none waits for the one before.
layout(local_size_x = GROUP) in;
layout(buffer_reference, std430) buffer Floats { float at[]; };
layout(push_constant) uniform Arguments {
  Floats out_;
  float scale;
};

shared vec4 values[GROUP];

void main() {
  const uint item = gl_LocalInvocationID.x;
  values[item] = scale * vec4(float(item), float(item) + 1.0f, float(item) + 2.0f, float(item));
  barrier();
  vec4 p = vec4(0.0f), q = vec4(0.0f), r = vec4(0.0f), s = vec4(0.0f);
  for (uint step = 0; step < ROUNDS * GROUP; step += 4) {
    p += values[(item + step) % GROUP];
    q += values[(item + step + 1) % GROUP];
    r += values[(item + step + 2) % GROUP];
    s += values[(item + step + 3) % GROUP];
  }
  const vec4 sum = (p + q) + (r + s);
  out_.at[gl_GlobalInvocationID.x] = sum.x + sum.y + sum.z + sum.w + float(item);
}
