// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Times regions of CUDA code from the inside: host and device time of each region, summed.
#include <cstdio>

#include "raw_cuda.cuh"
#include "tickbench/cuda.hpp"
#include "tickbench/device_timer.hpp"

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("skipped: no CUDA device is here");
    return 77;
  }
  const RawCuda program;
  const auto enqueue = [&] {
    scale<<<RawCuda::kItems / RawCuda::kBlock, RawCuda::kBlock, 0, program.stream>>>(
        1.0F, program.x, program.y);
  };
  enqueue();  // the first launch loads the kernel
  tickbench::DeviceTimer timer(program.stream);

  constexpr int kRegions = 10;
  constexpr int kLaunches = 20;
  for (int region = 0; region < kRegions; ++region) {
    timer.start();
    for (int i = 0; i < kLaunches; ++i) enqueue();
    timer.stop();  // waits for the region's end

    enqueue();  // between two regions: not timed
  }

  const auto [host, device] = timer.elapsed<std::chrono::duration<double, std::micro>>();
  constexpr int kTotal = kRegions * kLaunches;
  std::printf("%d launches in %d regions: %.2f us of device time a launch, %.2f us of host time\n",
              kTotal, timer.regions(), device.count() / kTotal, host.count() / kTotal);
  return timer.regions() == kRegions && device.count() > 0 ? 0 : 1;
}
