// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

// Long enough for its time to be well above a clock's step, on a device of any speed.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Floats { float at[]; };
layout(push_constant) uniform Arguments {
  Floats out_;
  int rounds;
};

void main() {
  float x = float(gl_GlobalInvocationID.x);
  for (int i = 0; i < rounds; ++i) x = x * 0.999f + 1.0f;
  out_.at[gl_GlobalInvocationID.x] = x;
}
