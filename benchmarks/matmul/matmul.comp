// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

// out <- a b for n x n matrices in rows, one element a work-item: the plain way, every operand read
// from global memory n times. GLSL's indices have 32 bits: n is below 65536.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Floats { float at[]; };
layout(push_constant) uniform Arguments {
  Floats a;
  Floats b;
  Floats out_;
  uint64_t n;
};

void main() {
  const uint column = gl_GlobalInvocationID.x, row = gl_GlobalInvocationID.y, size = uint(n);
  float sum = 0.0f;
  for (uint k = 0; k < size; ++k) sum += a.at[row * size + k] * b.at[k * size + column];
  out_.at[row * size + column] = sum;
}
