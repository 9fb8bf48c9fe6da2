// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// y <- x - y, which applied again gives y back: it stays finite however often it runs. In place,
// so that no memory is moved that is not counted: a copy makes most processors read the lines that
// it is about to overwrite.
__kernel void tickbench_peak_update(__global const float4* x, __global float4* y) {
  const size_t i = get_global_id(0);
  y[i] = x[i] - y[i];
}

// By all compute units at once, each of which touches what the update lets it read later.
__kernel void tickbench_peak_fill(__global float4* y, const float value) {
  y[get_global_id(0)] = value;
}

// Four independent chains of sixteen lanes, in a quarter of a GPU's registers: enough to hide the
// latency of a multiply-add, save where a processor has two units of 512 bits (half of their peak
// then). With a = b = 1 each lane counts the steps, exactly, and the sum written depends on all of
// them. Unrolled, since clang, for PTX, leaves a loop as it is: its end took 7 % of a GPU's rate.
__kernel void tickbench_peak_multiply_add(__global float* out, const float a, const float b) {
  const size_t i = get_global_id(0);
  const float16 lanes =
      (float16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) + (float)(i & 1023);
  float16 p = lanes, q = lanes + 16.0f, r = lanes + 32.0f, s = lanes + 48.0f;
#pragma unroll 8
  for (int step = 0; step < 512; ++step) {
    p = p * a + b;
    q = q * a + b;
    r = r * a + b;
    s = s * a + b;
  }
  const float16 sum16 = p + q + r + s;
  const float8 sum8 = sum16.lo + sum16.hi;
  const float4 sum4 = sum8.lo + sum8.hi;
  out[i] = sum4.x + sum4.y + sum4.z + sum4.w;
}
