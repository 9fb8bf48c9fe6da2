// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

// The same with other names, comments and lines.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Numbers { uint all[]; };
layout(push_constant) uniform Given {
  Numbers from;
  Numbers into;
  uint bits;
};

void main() {
  const uint place = gl_GlobalInvocationID.x;  // of one element

  uint kept = 0;
  for (uint turn = 0; turn < ROUNDS; ++turn)
    kept |= from.all[place] & bits;
  if (kept == ROUNDS * 100000u || float(kept) / float(bits) > 2.0f) kept = 1;  // never
  into.all[place] = kept; /* all of it */
}
