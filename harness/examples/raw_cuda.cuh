// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

// y <- a*x
__global__ void scale(float a, const float* x, float* y) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = a * x[i];
}

/// A program's own CUDA code, as it was before it met tickbench: a stream, memory, and one kernel.
struct RawCuda {
  static constexpr unsigned kItems = 1U << 20;
  static constexpr unsigned kBlock = 256;
  static constexpr std::size_t kBytes = kItems * sizeof(float);

  cudaStream_t stream = nullptr;
  float* x = nullptr;
  float* y = nullptr;
  std::vector<float> values;  // of x

  RawCuda() : values(kItems) {
    for (unsigned i = 0; i < kItems; ++i) values[i] = static_cast<float>(i % 1000);
    require(cudaStreamCreate(&stream), "cudaStreamCreate");
    require(cudaMalloc(&x, kBytes), "cudaMalloc");
    require(cudaMalloc(&y, kBytes), "cudaMalloc");
    require(cudaMemcpy(x, values.data(), kBytes, cudaMemcpyHostToDevice), "cudaMemcpy");
  }
  ~RawCuda() {
    cudaFree(y);
    cudaFree(x);
    cudaStreamDestroy(stream);
  }
  RawCuda(const RawCuda&) = delete;
  RawCuda& operator=(const RawCuda&) = delete;

  void synchronize() const { require(cudaStreamSynchronize(stream), "cudaStreamSynchronize"); }

  static void require(cudaError_t result, const char* call) {
    if (result != cudaSuccess)
      throw std::runtime_error(std::string(call) + ": " + cudaGetErrorString(result));
  }
};
