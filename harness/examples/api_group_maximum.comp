// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

// y[group] <- the largest x of the group.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Floats { float at[]; };
layout(constant_id = 3) const uint COUNT = 1;
shared float tile[COUNT];
layout(push_constant) uniform Arguments {
  Floats x;
  Floats y;
};

void main() {
  const uint i = gl_LocalInvocationID.x;
  tile[i] = x.at[gl_GlobalInvocationID.x];
  for (uint half_size = gl_WorkGroupSize.x / 2; half_size > 0; half_size /= 2) {
    barrier();
    if (i < half_size) tile[i] = max(tile[i], tile[i + half_size]);
  }
  if (i == 0) y.at[gl_WorkGroupID.x] = tile[0];
}
