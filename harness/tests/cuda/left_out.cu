// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

extern "C" __global__ void left_out(int* data) { data[threadIdx.x] = 1; }
