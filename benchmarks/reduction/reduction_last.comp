// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_GOOGLE_include_directive : require

#include "reduction.glsl"

// out[0] <- the sum of all partial sums, by one work-group.
layout(push_constant) uniform Arguments {
  Values partial;
  Values out_;
  uint groups;
};

void main() {
  T sum = 0;
  for (uint i = gl_LocalInvocationID.x; i < groups; i += WORK_GROUP) sum += partial.at[i];
  sum_group(sum);
  if (gl_LocalInvocationID.x == 0) out_.at[0] = sums[0];
}
