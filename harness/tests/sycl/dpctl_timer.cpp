// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// DeviceTimer for a python test, on a queue of dpctl's: dpctl gives the address of its sycl::queue.
#include <cstdio>
#include <memory>

#include "tickbench/sycl.hpp"

namespace {

using tickbench::DeviceTimer;

/// Calls, and gives false where it throws: no exception goes through C.
template <class Call>
bool succeeds(const Call& call) noexcept {
  try {
    call();
    return true;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return false;
  }
}

}  // namespace

extern "C" {

DeviceTimer* tickbench_timer_create(const sycl::queue* queue) {
  std::unique_ptr<DeviceTimer> timer;
  succeeds([&] { timer = std::make_unique<DeviceTimer>(*queue); });
  return timer.release();
}
bool tickbench_timer_start(DeviceTimer* timer) {
  return succeeds([&] { timer->start(); });
}
bool tickbench_timer_stop(DeviceTimer* timer) {
  return succeeds([&] { timer->stop(); });
}
double tickbench_timer_host(const DeviceTimer* timer) { return timer->elapsed().host.count(); }
double tickbench_timer_device(const DeviceTimer* timer) { return timer->elapsed().device.count(); }
void tickbench_timer_destroy(DeviceTimer* timer) { delete timer; }
}
