// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Times regions of SYCL code from the inside: host and device time of each region, summed.
#include <cstdio>

#include "raw_sycl.hpp"
#include "tickbench/sycl.hpp"

// Between the native queue's own marks, which SYCL knows nothing of.
inline tickbench::Seconds scale_by_native_marks(RawSycl& program) {
  const auto native = tickbench::sycl::native_timed_queue(program.queue);
  const tickbench::Work scale{[&] { program.submit_scale(1.0F); }, 0, "scale"};
  return native->run(scale, {1, tickbench::TimeMethod::kBracket, 0}).device;
}

// NOLINTNEXTLINE(bugprone-exception-escape): an error ends the example, and says why.
int main() {
  RawSycl program;
  program.submit_scale(1.0F);  // the first launch moves the buffers
  tickbench::DeviceTimer timer(program.queue);

  constexpr int kRegions = 10;
  constexpr int kLaunches = 20;
  for (int region = 0; region < kRegions; ++region) {
    timer.time([&] {
      for (int i = 0; i < kLaunches; ++i) program.submit_scale(1.0F);
    });  // waits for the region's end

    program.submit_scale(1.0F);  // between two regions: not timed
  }

  const auto [host, device] = timer.elapsed<std::chrono::duration<double, std::micro>>();
  constexpr int kTotal = kRegions * kLaunches;
  std::printf("%d launches in %d regions: %.2f us of device time a launch, %.2f us of host time\n",
              kTotal, timer.regions(), device.count() / kTotal, host.count() / kTotal);
  std::printf("between native marks: %.2f us\n", scale_by_native_marks(program).count() * 1e6);
  return timer.regions() == kRegions && device.count() > 0 ? 0 : 1;
}
