// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "driver.hpp"

#include <cstdio>
#include <cstdlib>

#include "calls.hpp"
#include "command_queue.hpp"
#include "host_executor.hpp"
#include "opencl_executor.hpp"

namespace zecpu {

std::unique_ptr<Executor> make_executor(const Laboratory& laboratory) {
  if (laboratory.executor == ExecutorKind::kHost)
    return std::make_unique<HostExecutor>(laboratory.sub_devices);
  return std::make_unique<OpenClExecutor>(laboratory);
}

namespace {
Affinity affinity_of(const Laboratory& laboratory) {
  const char* mask = std::getenv("ZE_AFFINITY_MASK");
  return Affinity::from(mask == nullptr ? "" : mask, laboratory.sub_devices);
}
}  // namespace

Driver::Driver(const Laboratory& laboratory)
    : laboratory_(laboratory),
      affinity_(affinity_of(laboratory)),
      processor_(Processor::read()),
      clock_(laboratory, host_now_ns()),
      executor_(make_executor(laboratory)),
      memory_(processor_, laboratory.trap_host_access),
      device_(std::make_unique<Device>(*this)) {
  // Made before this object, so that it is still there when this object's destructor writes it.
  calls();
}

Driver::~Driver() {
  std::set<CommandQueue*> queues;
  {
    const std::lock_guard lock(queues_mutex_);
    queues = queues_;
  }
  for (CommandQueue* queue : queues) queue->stop();
  calls().write_counts();
}

void Driver::begin_launch() {
  if (!laboratory_.lost_after) return;
  if (launches_.fetch_add(1) < *laboratory_.lost_after) return;
  lose("ZECPU_LAB_LOST_AFTER");
  throw Failure(ZE_RESULT_ERROR_DEVICE_LOST);
}

void Driver::lose(const char* reason) {
  if (is_lost()) return;
  std::fprintf(stderr, "zecpu: the device is lost: %s\n", reason);
  monitor_.change([] { calls().lose_device(); });
}

bool Driver::is_lost() const { return calls().device_is_lost(); }

void Driver::add(CommandQueue* queue) {
  const std::lock_guard lock(queues_mutex_);
  queues_.insert(queue);
}

void Driver::remove(CommandQueue* queue) {
  const std::lock_guard lock(queues_mutex_);
  queues_.erase(queue);
}

Driver& driver() {
  static Driver instance(laboratory());
  return instance;
}

}  // namespace zecpu
