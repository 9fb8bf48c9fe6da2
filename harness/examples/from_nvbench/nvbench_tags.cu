// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <nvbench/nvbench.cuh>
#include <thrust/device_vector.h>

#include "sum.cu"

constexpr unsigned kSize = 1 << 16;

void sync(nvbench::state& state) {
  thrust::device_vector<float> x(kSize), y(kSize);
  state.exec(nvbench::exec_tag::sync, [&](nvbench::launch& launch) {
    scaled_sum<<<kSize / 256, 256, 0, launch.get_stream()>>>(
        2.0F, thrust::raw_pointer_cast(x.data()), thrust::raw_pointer_cast(y.data()));
    cudaStreamSynchronize(launch.get_stream());
  });
}
NVBENCH_BENCH(sync);

void timer(nvbench::state& state) {
  thrust::device_vector<float> x(kSize), y(kSize), first(kSize);
  state.exec(nvbench::exec_tag::timer, [&](nvbench::launch& launch, auto& timer) {
    cudaMemcpyAsync(thrust::raw_pointer_cast(y.data()), thrust::raw_pointer_cast(first.data()),
                    kSize * sizeof(float), cudaMemcpyDeviceToDevice, launch.get_stream());
    timer.start();
    scaled_sum<<<kSize / 256, 256, 0, launch.get_stream()>>>(
        2.0F, thrust::raw_pointer_cast(x.data()), thrust::raw_pointer_cast(y.data()));
    timer.stop();
  });
}
NVBENCH_BENCH(timer);
