// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Takes as many cycles as the host drew for this launch. For devices whose compiler knows the cycle
// counter: PoCL's is clang. What it returns is a `long long`, which in OpenCL C has 128 bits, and
// LLVM's has 64: nothing but a variable may take it.
__kernel void drawn_time(__global const ulong* cycles, __global uint* launches, const uint count) {
  const ulong begin = __builtin_readcyclecounter();
  const ulong wanted = cycles[launches[0]++ % count];
  ulong now;
  do {
    now = __builtin_readcyclecounter();
  } while (now - begin < wanted);
}
