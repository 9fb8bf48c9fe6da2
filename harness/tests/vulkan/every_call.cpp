// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// Uses all of a device, and says what failed: "error: ..." with exit status 1. For a driver of
// which one call fails.

#include <cstdio>
#include <memory>
#include <vector>

#include "tickbench/device.hpp"
#include "tickbench/device_timer.hpp"
#include "vulkan/backend.hpp"

namespace {

using namespace tickbench;
constexpr std::size_t kCount = 64;

void require(bool holds, const char* what) {
  if (!holds) throw Error(Outcome::kWrongResult, what);
}

void use_memory(Device& device) {
  using enum MemoryKind;
  auto plain = device.upload(std::vector<int>(kCount, 3));
  for (const auto kind : {kDevice, kHost, kShared, kHeap}) {
    auto other = device.allocate<int>(kCount, kind);
    device.copy(other, plain)();
    require(other.read() == std::vector<int>(kCount, 3), "a copy");
  }
  auto bytes = device.allocate<char>(kCount + 1);
  device.fill(bytes, 'x')();
  require(bytes.read() == std::vector<char>(kCount + 1, 'x'), "a fill of bytes");
}

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
  backend::NotListed not_listed;
  const auto infos = vulkan::backend().devices(not_listed);
  if (!not_listed.reason.empty()) throw Error(Outcome::kDeviceError, not_listed.reason);
  require(!infos.empty(), "a device");
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
