// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

// As work_groups_float, in half precision. The results are written as floats, and a and b taken.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Floats { float at[]; };
layout(push_constant) uniform Arguments {
  Floats out_;
  float a;
  float b;
  uint steps;
};

void main() {
  const uint i = gl_GlobalInvocationID.x;
  const float16_t factor = float16_t(a), term = float16_t(b);
  float16_t value = float16_t(i % 1024);
  for (uint step = 0; step < steps; ++step) value = value * factor + term;
  out_.at[i] = float(value);
}
