// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// The product of a sparse matrix and a vector. The matrix is in compressed rows: the entries of row
// i are those from offsets[i] to offsets[i + 1] - 1.
#ifndef WORK_GROUP
#define WORK_GROUP 256
#endif
#ifndef ITEMS
#define ITEMS 8
#endif

layout(buffer_reference, std430) buffer Integers { uint at[]; };
layout(buffer_reference, std430) buffer Floats { float at[]; };
layout(push_constant) uniform Arguments {
  Integers offsets;
  Integers columns;
  Floats values;
  Floats x;
  Floats y;
  uint rows;
};
