// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

extern "C" __global__ void own_cuda(int* data, long long value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] += static_cast<int>(value);
}
