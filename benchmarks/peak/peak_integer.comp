// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

// As tickbench_peak_multiply_add, on integers: four chains of sixteen lanes. With a = b = 1 each
// lane counts the steps.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Integers { int at[]; };
layout(push_constant) uniform Arguments {
  Integers out_;
  int a;
  int b;
};

// Sixteen lanes: there are no matrices of integers.
struct Lanes {
  ivec4 first, second, third, fourth;
};

Lanes from(const int lane) {
  const ivec4 first = ivec4(0, 1, 2, 3) + lane;
  return Lanes(first, first + 4, first + 8, first + 12);
}

Lanes next(const Lanes lanes) {
  return Lanes(lanes.first * a + b, lanes.second * a + b, lanes.third * a + b,
               lanes.fourth * a + b);
}

ivec4 sum_of(const Lanes lanes) {
  return lanes.first + lanes.second + lanes.third + lanes.fourth;
}

void main() {
  const uint i = gl_GlobalInvocationID.x;
  const int lane = int(i & 1023);
  Lanes p = from(lane), q = from(lane + 16), r = from(lane + 32), s = from(lane + 48);
  for (int step = 0; step < 512; ++step) {
    p = next(p);
    q = next(q);
    r = next(r);
    s = next(s);
  }
  const ivec4 sum4 = sum_of(p) + sum_of(q) + sum_of(r) + sum_of(s);
  out_.at[i] = sum4.x + sum4.y + sum4.z + sum4.w;
}
