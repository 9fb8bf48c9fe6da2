// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

// Takes as many steps as the host drew for this launch, each of which waits for the one before: how
// long a step takes is calibrated. For devices whose counters OpenCL C does not reach.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Steps { uint64_t at[]; };
layout(buffer_reference, std430) buffer Launches { uint at[]; };
layout(push_constant) uniform Arguments {
  Steps steps;
  Launches launches;
  uint count;
};

void main() {
  const uint launch = launches.at[0];
  launches.at[0] = launch + 1;
  const uint wanted = uint(steps.at[launch % count]);
  float value = 1.0f;
  for (uint i = 0; i < wanted; ++i) value = fma(value, 0.5f, 1.0f);
  launches.at[1] = uint(value);
}
