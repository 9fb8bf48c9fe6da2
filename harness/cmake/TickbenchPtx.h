// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Included before OpenCL C of which clang makes PTX: functions that go before libclc's.
#define TICKBENCH_OF_PTX static __attribute__((overloadable, always_inline, unused))

// clang 14 takes libclc's barrier for one that changes no local variable, and reads a scalar in
// local memory before the barrier behind which it was written.
TICKBENCH_OF_PTX __attribute__((convergent)) void barrier(cl_mem_fence_flags flags) {
  __asm__ volatile("bar.sync 0;" ::: "memory");
}

// libclc divides by a square root, which takes three times as long. The instruction errs by 2 ulp at
// most (CUDA C++ Programming Guide, rsqrtf), as OpenCL allows.
TICKBENCH_OF_PTX float rsqrt(float x) { return __nvvm_rsqrt_approx_f(x); }
TICKBENCH_OF_PTX float2 rsqrt(float2 x) { return (float2)(rsqrt(x.x), rsqrt(x.y)); }
TICKBENCH_OF_PTX float3 rsqrt(float3 x) { return (float3)(rsqrt(x.xy), rsqrt(x.z)); }
TICKBENCH_OF_PTX float4 rsqrt(float4 x) { return (float4)(rsqrt(x.lo), rsqrt(x.hi)); }
TICKBENCH_OF_PTX float8 rsqrt(float8 x) { return (float8)(rsqrt(x.lo), rsqrt(x.hi)); }
TICKBENCH_OF_PTX float16 rsqrt(float16 x) { return (float16)(rsqrt(x.lo), rsqrt(x.hi)); }
TICKBENCH_OF_PTX double rsqrt(double x) { return 1.0 / sqrt(x); }

#undef TICKBENCH_OF_PTX
