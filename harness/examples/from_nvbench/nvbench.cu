// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <nvbench/nvbench.cuh>
#include <thrust/device_vector.h>

#include "sum.cu"

void sum(nvbench::state& state) {
  const auto n = static_cast<unsigned>(state.get_int64("n"));
  thrust::device_vector<float> x(n), y(n);
  state.add_element_count(n);
  state.add_global_memory_reads<float>(2 * n);
  state.add_global_memory_writes<float>(n);

  state.exec([&](nvbench::launch& launch) {
    scaled_sum<<<n / 256, 256, 0, launch.get_stream()>>>(
        2.0F, thrust::raw_pointer_cast(x.data()), thrust::raw_pointer_cast(y.data()));
  });
}
NVBENCH_BENCH(sum).add_int64_power_of_two_axis("n", nvbench::range(12, 24, 4));
