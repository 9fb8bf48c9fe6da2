// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Times regions of OpenCL code from the inside: host and device time of each region, summed.
#include <cstdio>

#include "raw_opencl.hpp"
#include "tickbench/device_timer.hpp"

// NOLINTNEXTLINE(bugprone-exception-escape): an error ends the example, and says why.
int main() {
  const RawOpenCl program;
  program.enqueue_scale(1.0F);  // the first launch compiles
  tickbench::DeviceTimer timer(program.queue);

  constexpr int kRegions = 10;
  constexpr int kLaunches = 20;
  for (int region = 0; region < kRegions; ++region) {
    timer.start();
    for (int i = 0; i < kLaunches; ++i) program.enqueue_scale(1.0F);
    timer.stop();  // waits for the region's end

    program.enqueue_scale(1.0F);  // between two regions: not timed
  }

  const auto [host, device] = timer.elapsed<std::chrono::duration<double, std::micro>>();
  constexpr int kTotal = kRegions * kLaunches;
  std::printf("%d launches in %d regions: %.2f us of device time a launch, %.2f us of host time\n",
              kTotal, timer.regions(), device.count() / kTotal, host.count() / kTotal);
  return timer.regions() == kRegions && device.count() > 0 ? 0 : 1;
}
