// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_GOOGLE_include_directive : require

#include "stencil.glsl"

// out <- the next step of in, one point a work-item.
void main() {
  const uint column = gl_GlobalInvocationID.x, row = gl_GlobalInvocationID.y;
  if (column >= n || row >= n) return;
  const uint i = row * n + column;
  if (column == 0 || column + 1 == n || row == 0 || row + 1 == n)
    out_.at[i] = in_.at[i];
  else
    out_.at[i] = 0.5f * in_.at[i] +
                 0.125f * ((in_.at[i - 1] + in_.at[i + 1]) + (in_.at[i - n] + in_.at[i + n]));
}
