// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// Uses all of a device, and says what failed: "error: ..." with exit status 1. For a driver of
// which one call fails.

#include "contract/every_call.hpp"

#include <cstdio>
#include <memory>
#include <vector>

#include "backend/driver_error.hpp"
#include "cuda/device_info.hpp"
#include "cuda/driver.hpp"
#include "tickbench/cuda.hpp"
#include "tickbench/device.hpp"
#include "tickbench/device_timer.hpp"

namespace {

using namespace tickbench;
using namespace tickbench::every_call;

void use_kernels(Device& device) {
  auto out = device.allocate<std::uint64_t>(2);
  // So much local memory has to be asked for.
  device.kernel("two_locals").args(out, local<int>(16384), local<float>(4)).over(1, 1)();
  require(out.read().front() == 1024, "local memory");
}

void measure(Device& device, backend::Queue& queue) {
  auto data = device.upload(std::vector<int>(kCount));
  const auto launch = device.kernel("add_one").args(data).over(kCount);
  const auto limits = queue.hold_limits(launch.work(), false);
  std::printf("hold: %s\n", limits.why_not.empty() ? "yes" : limits.why_not.c_str());
  require(queue.read_clock().has_value() || !limits.why_not.empty(), "a clock");
  for (const auto method : {TimeMethod::kOneEvent, TimeMethod::kBracket}) {
    BracketRequest request{1, method, 4096};
    queue.run(launch.work(), request);
    if (limits.method != HoldMethod::kNone) {
      request.hold = HoldRequest{};
      queue.run(launch.work(), request);
    }
  }
  require(data.read().front() >= 2, "launches");
}

void use_stream(backend::Queue& queue) {
  auto* const stream = static_cast<CUstream_st*>(queue.native_handle());
  const auto timed = cuda::timed_queue(stream);
  Work nothing{[] {}, 0, "nothing"};
  timed->run(nothing, {1, TimeMethod::kBracket, 0});
  nothing.never_waits = true;
  if (timed->hold_limits(nothing, false).method != HoldMethod::kNone)
    timed->run(nothing, {1, TimeMethod::kBracket, 0, HoldRequest{}});
  DeviceTimer timer(stream);
  timer.start();
  timer.stop();
}

void use_graphs(const backend::DeviceInfo& info) {
  const auto opened = cuda::backend().open(info);
  Device device(*opened);
  auto data = device.upload(std::vector<int>(kCount));
  const auto launch = device.kernel("add_one").args(data).over(kCount);
  opened->queue().run(launch.work(), {3, TimeMethod::kGraph, 0});
  require(data.read().front() == 3, "a graph");
}

void run() {
  const auto infos = devices_of(cuda::backend());
  const auto opened = cuda::backend().open(infos.front());
  Device device(*opened);
  use_memory(device);
  use_kernels(device);
  measure(device, opened->queue());
  use_stream(opened->queue());
  use_graphs(infos.front());
}

}  // namespace

int main() {
  int status = 0;
  try {
    run();
  } catch (const Error& error) {
    std::printf("error: %s: %s\n", std::string(to_string(error.outcome())).c_str(), error.what());
    status = 1;
  }
  for (const auto& text : backend::take_failed_clean_ups()) {
    std::printf("error: clean-up: %s\n", text.c_str());
    status = 1;
  }
  return status;
}
