// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Times regions of CUDA code from the inside: host and device time of each region, summed.
// 03_device_timer_cuda.cu is the same with kernel<<<...>>>.
#include <cstdio>

#include "raw_cuda.hpp"
#include "tickbench/cuda.hpp"
#include "tickbench/device_timer.hpp"

// NOLINTNEXTLINE(bugprone-exception-escape): an error ends the example, and says why.
int main() {
  if (CudaDriver::library() == nullptr) {
    std::puts("skipped: no CUDA driver is here");
    return 77;
  }
  const RawCuda program;
  program.enqueue_scale(program.stream, 1.0F);  // the first launch loads the kernel
  tickbench::DeviceTimer timer(program.stream);

  constexpr int kRegions = 10;
  constexpr int kLaunches = 20;
  for (int region = 0; region < kRegions; ++region) {
    timer.start();
    for (int i = 0; i < kLaunches; ++i) program.enqueue_scale(program.stream, 1.0F);
    timer.stop();  // waits for the region's end

    program.enqueue_scale(program.stream, 1.0F);  // between two regions: not timed
  }

  const auto [host, device] = timer.elapsed<std::chrono::duration<double, std::micro>>();
  constexpr int kTotal = kRegions * kLaunches;
  std::printf("%d launches in %d regions: %.2f us of device time a launch, %.2f us of host time\n",
              kTotal, timer.regions(), device.count() / kTotal, host.count() / kTotal);
  return timer.regions() == kRegions && device.count() > 0 ? 0 : 1;
}
