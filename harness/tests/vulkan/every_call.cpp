// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// Uses all of a device, and says what failed: "error: ..." with exit status 1. For a driver of
// which one call fails.

#include "contract/every_call.hpp"

#include <cstdio>
#include <memory>
#include <vector>

#include "tickbench/device.hpp"
#include "tickbench/device_timer.hpp"
#include "vulkan/device_info.hpp"

namespace {

using namespace tickbench;
using namespace tickbench::every_call;

void measure(Device& device, backend::Queue& queue) {
  auto data = device.upload(std::vector<int>(kCount));
  const auto launch = device.kernel("contract_add").args(data, 1).over(kCount);
  require(queue.read_clock().has_value(), "a clock");
  std::size_t launches = 0;
  for (const auto method : {TimeMethod::kOneEvent, TimeMethod::kBracket}) {
    BracketRequest request{1, method, 4096};
    require(queue.run(launch.work(), request).device > Seconds(0), "a bracket");
    request.hold = HoldRequest{};
    require(queue.run(launch.work(), request).fed, "a held bracket");
    launches += 2;
  }
  require(data.read() == std::vector<int>(kCount, static_cast<int>(launches)), "launches");
}

void run() {
  const auto infos = devices_of(vulkan::backend());
  const auto opened = vulkan::backend().open(infos.front());
  Device device(*opened);
  use_memory(device);
  auto out = device.upload(std::vector<int>(kCount, 1));
  device.kernel("contract_local").args(out, local<int>(16)).over(kCount, 16)();
  require(out.read() == std::vector<int>(kCount, 1), "local memory");
  measure(device, opened->queue());
}

}  // namespace

int main() {
  try {
    run();
  } catch (const Error& error) {
    std::printf("error: %s: %s\n", std::string(to_string(error.outcome())).c_str(), error.what());
    return 1;
  }
  return 0;
}
