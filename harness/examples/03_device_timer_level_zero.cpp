// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Times regions of Level Zero code from the inside: host and device time of each region, summed.
#include <cstdio>

#include "raw_level_zero.hpp"
#include "tickbench/device_timer.hpp"

// NOLINTNEXTLINE(bugprone-exception-escape): an error ends the example, and says why.
int main() {
  RawLevelZero program(SCALE_SPIRV);
  program.append_scale(program.list, 1.0F);
  program.run();  // the first launch may compile
  tickbench::DeviceTimer timer({program.context, program.device, program.list, program.queue});

  constexpr int kRegions = 10;
  constexpr int kLaunches = 20;
  for (int region = 0; region < kRegions; ++region) {
    timer.start();
    for (int i = 0; i < kLaunches; ++i) program.append_scale(program.list, 1.0F);
    timer.stop();  // executes the list, and waits for the region's end

    program.append_scale(program.list, 1.0F);
    program.run();  // between two regions: not timed
  }

  const auto [host, device] = timer.elapsed<std::chrono::duration<double, std::micro>>();
  constexpr int kTotal = kRegions * kLaunches;
  std::printf("%d launches in %d regions: %.2f us of device time a launch, %.2f us of host time\n",
              kTotal, timer.regions(), device.count() / kTotal, host.count() / kTotal);
  return timer.regions() == kRegions && device.count() > 0 ? 0 : 1;
}
