// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Longs { int64_t at[]; };
layout(push_constant) uniform Arguments {
  Longs out_;
  int8_t a;
  uint16_t b;
  int c;
  uint64_t d;
  float e;
};

void main() {
  const uint i = gl_GlobalInvocationID.x;
  out_.at[i] = a + b + c + int64_t(d) + int64_t(e * 2.0f) + i;
}
