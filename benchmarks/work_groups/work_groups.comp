// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#define half float16_t

// A long chain of multiply-adds in T a work-item, each of which waits for the one before. With
// a = b = 1 it counts the steps. VALUE is what the host passes and reads.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Values { VALUE at[]; };
layout(push_constant) uniform Arguments {
  Values out_;
  VALUE a;
  VALUE b;
  uint steps;
};

void main() {
  const uint i = gl_GlobalInvocationID.x;
  const T factor = T(a), term = T(b);
  T value = T(i % 1024);
  for (uint step = 0; step < steps; ++step) value = value * factor + term;
  out_.at[i] = VALUE(value);
}
