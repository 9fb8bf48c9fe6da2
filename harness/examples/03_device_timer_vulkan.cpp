// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Times regions of Vulkan code from the inside: host and device time of each region, summed.
#include <cstdio>

#include "raw_vulkan.hpp"
#include "tickbench/device_timer.hpp"
#include "tickbench/vulkan.hpp"

// NOLINTNEXTLINE(bugprone-exception-escape): an error ends the example, and says why.
int main() {
  const RawVulkan program(SCALE_SHADER);
  program.record_scale(program.commands, 1.0F);
  program.run();  // the first launch may compile
  tickbench::DeviceTimer timer(tickbench::vulkan::UserQueue{
      program.physical_device, program.device, program.queue, program.family, program.commands});

  constexpr int kRegions = 10;
  constexpr int kLaunches = 20;
  for (int region = 0; region < kRegions; ++region) {
    timer.start();
    for (int i = 0; i < kLaunches; ++i) program.record_scale(program.commands, 1.0F);
    timer.stop();  // submits the command buffer, waits for it, and begins it again

    program.record_scale(program.commands, 1.0F);
    program.run();  // between two regions: not timed
  }

  const auto [host, device] = timer.elapsed<std::chrono::duration<double, std::micro>>();
  constexpr int kTotal = kRegions * kLaunches;
  std::printf("%d launches in %d regions: %.2f us of device time a launch, %.2f us of host time\n",
              kTotal, timer.regions(), device.count() / kTotal, host.count() / kTotal);
  return timer.regions() == kRegions && device.count() > 0 ? 0 : 1;
}
