// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

// The sum of n terms, by one work-item; a tenth of them may be left out. Sixteen at a time: lavapipe
// ends a loop after 65535 rounds.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Floats { float at[]; };
layout(push_constant) uniform Arguments {
  Floats x;
  Floats out_;
  uint64_t n;
};

void main() {
  float sum = 0.0f;
  uint i = 0;
  for (; i + 16 <= uint(n); i += 16)
    for (uint k = 0; k < 16; ++k) sum += x.at[i + k];
  for (; i < uint(n); ++i) sum += x.at[i];
  out_.at[0] = sum;
}
