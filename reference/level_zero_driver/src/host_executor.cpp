// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "host_executor.hpp"

#include <dlfcn.h>

#include <thread>

namespace zecpu {
namespace {

constexpr std::size_t kMaxGroupSize = 1024;

class HostKernel final : public ExecutorKernel {
 public:
  explicit HostKernel(HostKernelFunction body) : code_(body) {}
  std::size_t max_group_size() const override { return kMaxGroupSize; }
  std::size_t local_memory_bytes() const override { return 0; }
  std::size_t private_memory_bytes() const override { return 0; }
  HostKernelFunction code() const { return code_; }

 private:
  HostKernelFunction code_;
};

HostKernelFunction find(const std::string& kernel) {
  // POSIX lets an object pointer from dlsym be a function's.
  return reinterpret_cast<HostKernelFunction>(
      dlsym(RTLD_DEFAULT, ("zecpu_host_" + kernel).c_str()));
}

class HostProgram final : public Program {
 public:
  std::unique_ptr<ExecutorKernel> kernel(const KernelSignature& signature) override {
    return std::make_unique<HostKernel>(find(signature.name));
  }
};

class HostLane final : public Lane {
 public:
  void enqueue(const KernelRun& kernel_run) override { run(kernel_run); }
  void enqueue(std::function<void()> call) override { call(); }
  bool is_idle() const override { return true; }
  void finish() override {}

  Interval run(const KernelRun& kernel_run) override {
    std::vector<const void*> arguments;
    for (const Argument& argument : kernel_run.arguments)
      arguments.push_back(argument.kind == ArgumentKind::kValue ? argument.bytes.data()
                                                                : argument.pointer);
    const HostKernelFunction function = static_cast<const HostKernel&>(kernel_run.kernel).code();
    Interval interval;
    interval.start_ns = host_now_ns();
    Extent end{};
    for (std::size_t axis = 0; axis < 3; ++axis)
      end[axis] = kernel_run.offset[axis] + kernel_run.group_size[axis] * kernel_run.groups[axis];
    Extent id = kernel_run.offset;
    for (id[2] = kernel_run.offset[2]; id[2] < end[2]; ++id[2])
      for (id[1] = kernel_run.offset[1]; id[1] < end[1]; ++id[1])
        for (id[0] = kernel_run.offset[0]; id[0] < end[0]; ++id[0])
          function(arguments.data(), id.data());
    interval.end_ns = host_now_ns();
    return interval;
  }
};

}  // namespace

HostExecutor::HostExecutor(unsigned sub_devices) {
  limits_.name = "host functions";
  limits_.compute_units = std::max({1U, std::thread::hardware_concurrency(), sub_devices});
  limits_.max_group_size = kMaxGroupSize;
  limits_.max_group_dimensions = {kMaxGroupSize, kMaxGroupSize, kMaxGroupSize};
  limits_.max_arguments_bytes = 1024;
  limits_.has_fp64 = true;
}

BuildResult HostExecutor::build(const SpirvModule& module, const std::string& /*options*/) {
  for (const KernelSignature& kernel : module.kernels())
    if (find(kernel.name) == nullptr)
      return {nullptr, "the host executor finds no function zecpu_host_" + kernel.name +
                           " in this process\n"};
  return {std::make_unique<HostProgram>(), {}};
}

std::unique_ptr<Lane> HostExecutor::lane(int /*sub_device*/) {
  return std::make_unique<HostLane>();
}

}  // namespace zecpu
