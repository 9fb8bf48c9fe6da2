// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

// Four independent chains of sixteen lanes, as in OpenCL C: a matrix is sixteen floats, and its sum
// with a number, as its product, is that of each. With a = b = 1 each lane counts the steps,
// exactly, and the sum written depends on all of them.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Floats { float at[]; };
layout(push_constant) uniform Arguments {
  Floats out_;
  float a;
  float b;
};

void main() {
  const uint i = gl_GlobalInvocationID.x;
  const mat4 lanes = mat4(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) + float(i & 1023);
  mat4 p = lanes, q = lanes + 16.0f, r = lanes + 32.0f, s = lanes + 48.0f;
  for (int step = 0; step < 512; ++step) {
    p = p * a + b;
    q = q * a + b;
    r = r * a + b;
    s = s * a + b;
  }
  const mat4 sum16 = p + q + r + s;
  const vec4 sum4 = sum16[0] + sum16[1] + sum16[2] + sum16[3];
  out_.at[i] = sum4.x + sum4.y + sum4.z + sum4.w;
}
