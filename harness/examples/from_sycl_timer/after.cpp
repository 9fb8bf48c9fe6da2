// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "../raw_sycl.hpp"
#include "tickbench/sycl.hpp"

// NOLINTNEXTLINE(bugprone-exception-escape): an error ends the example, and says why.
int main() {
  constexpr int kRegions = 10;
  RawSycl program;

  tickbench::DeviceTimer timer(program.queue);
  for (int i = 0; i < kRegions; ++i) timer.time([&] { program.submit_scale(2.5F); });
  const auto [host, device] = timer.elapsed<std::chrono::duration<double, std::micro>>();
  std::printf("%d regions: %.2f us of device time each, %.2f us of host time\n", kRegions,
              device.count() / kRegions, host.count() / kRegions);
}
