// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

// Leaves `word` in n words of each work-group's local memory. What it reads back is written out, so
// that no compiler leaves the rest away.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Uints { uint at[]; };
layout(constant_id = 3) const uint COUNT = 1;
shared uint words[COUNT];
layout(push_constant) uniform Arguments {
  uint n;
  uint word;
  Uints out_;
};

void main() {
  const uint first = gl_LocalInvocationID.x, step = gl_WorkGroupSize.x;
  for (uint i = first; i < n; i += step) words[i] = word;
  barrier();
  const uint group = gl_WorkGroupID.x;
  if (first == 0) out_.at[group] = words[out_.at[group] % n];
}
