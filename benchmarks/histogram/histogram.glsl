// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// How many of n integers are in each of 256 bins, by their highest 8 bits. ITEMS uvec4s are asked
// for at a time, except where fewer are left.
#ifndef WORK_GROUP
#define WORK_GROUP 256
#endif
#ifndef ITEMS
#define ITEMS 4
#endif

layout(buffer_reference, std430) buffer Integers { uint at[]; };
