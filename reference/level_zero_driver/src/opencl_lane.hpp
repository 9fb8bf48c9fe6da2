// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "executor.hpp"
#include "opencl_handles.hpp"

namespace zecpu {

/// OpenCL kernels are not for two threads at once while their arguments are set: so as many of them
/// as were ever in use at once.
class OpenClKernel final : public ExecutorKernel {
 public:
  OpenClKernel(std::shared_ptr<const ClProgram> program, cl_device_id device, std::string name);

  std::size_t max_group_size() const override { return max_group_size_; }
  std::size_t local_memory_bytes() const override { return local_bytes_; }
  std::size_t private_memory_bytes() const override { return private_bytes_; }

  ClKernel take() const;
  void give_back(ClKernel kernel) const;

 private:
  ClKernel create() const;

  std::shared_ptr<const ClProgram> program_;
  std::string name_;
  mutable std::mutex mutex_;
  mutable std::vector<ClKernel> idle_;
  std::size_t max_group_size_ = 0, local_bytes_ = 0, private_bytes_ = 0;
};

class OpenClProgram final : public Program {
 public:
  /// A program of one of the kernels alone, or null where there is no such thing.
  using Alone = std::function<ClProgram(const std::string& kernel)>;
  OpenClProgram(ClProgram program, cl_device_id device, Alone alone)
      : program_(std::make_shared<ClProgram>(std::move(program))),
        device_(device),
        alone_(std::move(alone)) {}
  std::unique_ptr<ExecutorKernel> kernel(const KernelSignature& signature) override;

 private:
  std::shared_ptr<const ClProgram> program_;
  cl_device_id device_;
  Alone alone_;
};

/// An in-order OpenCL queue with profiling.
class OpenClLane final : public Lane {
 public:
  OpenClLane(cl_context context, cl_device_id device);
  ~OpenClLane() override;
  void enqueue(const KernelRun& run) override;
  void enqueue(std::function<void()> call) override;
  bool is_idle() const override { return unfinished_ == 0; }
  Interval run(const KernelRun& run) override;
  void finish() override;

 private:
  void start(const KernelRun& run, cl_event* event);

  ClQueue queue_;
  bool calls_functions_;
  unsigned unfinished_ = 0;
};

}  // namespace zecpu
