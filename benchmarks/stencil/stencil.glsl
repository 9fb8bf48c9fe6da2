// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// One step of a 5-point stencil over an n x n grid in rows: half of a point and an eighth of each
// of its four neighbours. The points of the edge stay as they are. Both factors are powers of two,
// so that the products are exact.
#ifndef ITEMS
#define ITEMS 4
#endif

layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Floats { float at[]; };
layout(push_constant) uniform Arguments {
  Floats in_;
  Floats out_;
  uint n;
};
