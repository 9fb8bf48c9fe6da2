// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

// A long chain of multiply-adds a work-item, each of which waits for the one before. With a = b = 1
// it counts the steps.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Integers { int at[]; };
layout(push_constant) uniform Arguments {
  Integers out_;
  int a;
  int b;
  uint steps;
};

void main() {
  const uint i = gl_GlobalInvocationID.x;
  int value = int(i % 1024);
  for (uint step = 0; step < steps; ++step) value = value * a + b;
  out_.at[i] = value;
}
