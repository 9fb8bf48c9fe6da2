// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "executor.hpp"

namespace zecpu {

/// A kernel of the host executor: the process exports `extern "C" void zecpu_host_NAME(...)`, which
/// is called once a work item. `arguments[i]` points to the bytes of a value, is the address of a
/// pointer's target, or is null for local memory, which this executor has none of.
using HostKernelFunction = void (*)(const void* const* arguments, const std::size_t* global_id);

/// Runs functions of the process instead of the module's code, one work item after the other in the
/// thread that finishes the lane: no OpenCL, no threads of its own. For tests of lists, queues and
/// events under the thread sanitizer.
class HostExecutor final : public Executor {
 public:
  explicit HostExecutor(unsigned sub_devices);
  const ExecutorLimits& limits() const override { return limits_; }
  BuildResult build(const SpirvModule& module, const std::string& options) override;
  std::unique_ptr<Lane> lane(int sub_device) override;
  std::uint32_t sub_device_units() const override { return 1; }

 private:
  ExecutorLimits limits_;
};

}  // namespace zecpu
