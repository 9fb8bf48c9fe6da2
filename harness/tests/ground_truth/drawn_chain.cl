// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Takes as many steps as the host drew for this launch, each of which waits for the one before: how
// long a step takes is calibrated. For devices whose counters OpenCL C does not reach.
__kernel void drawn_chain(__global const ulong* steps, __global uint* launches, const uint count) {
  const uint wanted = (uint)steps[launches[0]++ % count];
  float value = 1.0f;
  for (uint i = 0; i < wanted; ++i) value = fma(value, 0.5f, 1.0f);
  launches[1] = (uint)value;
}
