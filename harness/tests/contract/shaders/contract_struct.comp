// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

struct PairOfValues {
  float scale;
  int offset;
  int64_t padding_before;
  int8_t tag;
};
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Floats { float at[]; };
layout(push_constant) uniform Arguments {
  Floats out_;
  PairOfValues values;
};

void main() {
  const uint i = gl_GlobalInvocationID.x;
  out_.at[i] = values.scale * float(i) + float(values.offset) + float(values.padding_before) +
               float(values.tag);
}
