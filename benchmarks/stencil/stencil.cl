// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// One step of a 5-point stencil over an n x n grid in rows: half of a point and an eighth of each of
// its four neighbours. The points of the edge stay as they are. Both factors are powers of two, so
// that the products are exact.
#ifndef ITEMS
#define ITEMS 4
#endif

// out <- the next step of in, one point a work-item.
__kernel void stencil(__global const float* restrict in, __global float* restrict out,
                      const uint n) {
  const uint column = (uint)get_global_id(0), row = (uint)get_global_id(1);
  if (column >= n || row >= n) return;
  const uint i = row * n + column;
  if (column == 0 || column + 1 == n || row == 0 || row + 1 == n)
    out[i] = in[i];
  else
    out[i] = 0.5f * in[i] + 0.125f * ((in[i - 1] + in[i + 1]) + (in[i - n] + in[i + n]));
}

// The same, ITEMS points of a column a work-item: each row is read once, and then is the one above,
// the middle one and the one below.
__kernel void stencil_columns(__global const float* restrict in, __global float* restrict out,
                              const uint n) {
  const uint column = (uint)get_global_id(0), top = (uint)get_global_id(1) * ITEMS;
  if (column >= n || top >= n) return;
  const int is_edge = column == 0 || column + 1 == n;
  float above = top > 0 ? in[(top - 1) * n + column] : 0.0f, middle = in[top * n + column];
#pragma unroll
  for (uint k = 0; k < ITEMS; ++k) {
    const uint row = top + k, i = row * n + column;
    if (row >= n) return;
    const float below = row + 1 < n ? in[i + n] : 0.0f;
    if (is_edge || row == 0 || row + 1 == n)
      out[i] = middle;
    else
      out[i] = 0.5f * middle + 0.125f * ((in[i - 1] + in[i + 1]) + (above + below));
    above = middle;
    middle = below;
  }
}
