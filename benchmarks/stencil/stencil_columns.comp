// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require

#include "stencil.glsl"

// The same, ITEMS points of a column a work-item: each row is read once, and then is the one above,
// the middle one and the one below.
void main() {
  const uint column = gl_GlobalInvocationID.x, top = gl_GlobalInvocationID.y * ITEMS;
  if (column >= n || top >= n) return;
  const bool is_edge = column == 0 || column + 1 == n;
  float above = top > 0 ? in_.at[(top - 1) * n + column] : 0.0f, middle = in_.at[top * n + column];
  [[unroll]] for (uint k = 0; k < ITEMS; ++k) {
    const uint row = top + k, i = row * n + column;
    if (row >= n) return;
    const float below = row + 1 < n ? in_.at[i + n] : 0.0f;
    if (is_edge || row == 0 || row + 1 == n)
      out_.at[i] = middle;
    else
      out_.at[i] = 0.5f * middle + 0.125f * ((in_.at[i - 1] + in_.at[i + 1]) + (above + below));
    above = middle;
    middle = below;
  }
}
