// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

// Built as the variants `int` and `long`: T is the type, and SIZE its bytes.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Values { T at[]; };
layout(push_constant) uniform Arguments {
  Values out_;
  T value;
  int size;
};

void main() {
  const uint i = gl_GlobalInvocationID.x;
  out_.at[i] = size == SIZE ? value + T(i) : T(0);
}
