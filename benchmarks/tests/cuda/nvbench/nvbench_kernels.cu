// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The suite's empty, copy and saxpy by nvbench, NVIDIA's own harness: the same work, and its own times.
#include <nvbench/nvbench.cuh>

namespace {

constexpr unsigned kWorkGroup = 256;

__global__ void empty() {}

__global__ void copy(const float4* x, float4* y) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i];
}

__global__ void saxpy(float a, const float4* x, float4* y) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 from = x[i];
  const float4 to = y[i];
  y[i] = float4{a * from.x + to.x, a * from.y + to.y, a * from.z + to.z, a * from.w + to.w};
}

// n floats, zero.
class Floats {
 public:
  explicit Floats(std::size_t n) {
    NVBENCH_CUDA_CALL(cudaMalloc(&data_, n * sizeof(float)));
    NVBENCH_CUDA_CALL(cudaMemset(data_, 0, n * sizeof(float)));
  }
  ~Floats() { cudaFree(data_); }
  Floats(const Floats&) = delete;
  Floats& operator=(const Floats&) = delete;
  float4* get() const { return static_cast<float4*>(data_); }

 private:
  void* data_ = nullptr;
};

unsigned groups(std::size_t n) { return static_cast<unsigned>(n / 4 / kWorkGroup); }

void by_empty(nvbench::state& state) {
  state.exec([](nvbench::launch& launch) { empty<<<1, 1, 0, launch.get_stream()>>>(); });
}

void by_copy(nvbench::state& state) {
  const auto n = static_cast<std::size_t>(state.get_int64("n"));
  const Floats x(n);
  const Floats y(n);
  state.exec([&](nvbench::launch& launch) {
    copy<<<groups(n), kWorkGroup, 0, launch.get_stream()>>>(x.get(), y.get());
  });
}

void by_saxpy(nvbench::state& state) {
  const auto n = static_cast<std::size_t>(state.get_int64("n"));
  const Floats x(n);
  const Floats y(n);
  state.exec([&](nvbench::launch& launch) {
    saxpy<<<groups(n), kWorkGroup, 0, launch.get_stream()>>>(2.0F, x.get(), y.get());
  });
}

}  // namespace

NVBENCH_BENCH(by_empty).set_name("empty");
NVBENCH_BENCH(by_copy).set_name("copy").add_int64_power_of_two_axis("n", {16, 20, 24, 28});
NVBENCH_BENCH(by_saxpy).set_name("saxpy").add_int64_power_of_two_axis("n", {16, 20, 24, 28});
NVBENCH_MAIN
