// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// y <- factor*x, as a program of its own has it: raw_vulkan.hpp.
#version 460
#extension GL_EXT_buffer_reference : require

layout(local_size_x = 256) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Floats { float at[]; };
layout(push_constant) uniform Arguments {
  Floats x;
  Floats y;
  float factor;
};

void main() {
  const uint i = gl_GlobalInvocationID.x;
  y.at[i] = factor * x.at[i];
}
