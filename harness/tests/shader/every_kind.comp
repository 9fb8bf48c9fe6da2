// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;

layout(constant_id = 4) const uint PAIRS = 1;
layout(constant_id = 3) const uint COUNT = 1;
shared vec2 pairs[PAIRS][4];
shared float room[COUNT];
shared float own[16];

struct Range {
  uint first;
  double step;
};
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Quads { vec4 at[]; };
layout(buffer_reference, std430) buffer Floats { float at[]; };
layout(buffer_reference, std430) buffer Header { uint count; float at[]; };
layout(push_constant) uniform Arguments {
  float a;
  Quads x;
  Floats y;
  uint64_t n;
  int8_t small;
  float16_t half_;
  dvec2 both;
  vec3 three;
  int last;
  Range range;
  mat3 turn;
  Header header;
};

void main() {
  const uint i = gl_LocalInvocationID.x;
  room[i] = a * x.at[i].x;
  pairs[i][1] = vec2(half_, small) * float(n);
  own[i] = float(both.x + range.step) + three.z * float(last) + turn[2].x;
  barrier();
  y.at[i] = room[0] + pairs[0][1].y + own[0] + header.at[range.first];
}
