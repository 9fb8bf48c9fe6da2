// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

// As tickbench_peak_multiply_add, in double precision: four chains of eight lanes, as many bytes.
// A matrix is eight doubles, and its sum with a number, as its product, is that of each. With
// a = b = 1 each lane counts the steps.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Doubles { double at[]; };
layout(push_constant) uniform Arguments {
  Doubles out_;
  double a;
  double b;
};

void main() {
  const uint i = gl_GlobalInvocationID.x;
  const dmat2x4 lanes = dmat2x4(0, 1, 2, 3, 4, 5, 6, 7) + double(i & 1023);
  dmat2x4 p = lanes, q = lanes + 8.0, r = lanes + 16.0, s = lanes + 24.0;
  for (int step = 0; step < 512; ++step) {
    p = p * a + b;
    q = q * a + b;
    r = r * a + b;
    s = s * a + b;
  }
  const dmat2x4 sum8 = p + q + r + s;
  const dvec4 sum4 = sum8[0] + sum8[1];
  out_.at[i] = sum4.x + sum4.y + sum4.z + sum4.w;
}
