// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "executor.hpp"
#include "llvm_spirv.hpp"
#include "opencl_handles.hpp"

namespace zecpu {

/// Runs kernels through the first OpenCL CPU device. SPIR-V goes in as it is where the device takes
/// it, else as LLVM bitcode (LlvmSpirv).
class OpenClExecutor final : public Executor {
 public:
  explicit OpenClExecutor(const Laboratory& laboratory);

  const ExecutorLimits& limits() const override { return limits_; }
  BuildResult build(const SpirvModule& module, const std::string& options) override;
  std::unique_ptr<Lane> lane(int sub_device) override;
  std::uint32_t sub_device_units() const override { return sub_device_units_; }

 private:
  void find_device();
  void split(unsigned sub_devices);
  void read_limits();
  ClProgram create_program(const std::vector<std::uint32_t>& words, std::string& options,
                           std::string& log) const;
  ClProgram build_program(const std::vector<std::uint32_t>& words, std::string options,
                          std::string& log) const;

  cl_platform_id platform_ = nullptr;
  cl_device_id device_ = nullptr;
  std::vector<ClSubDevice> sub_devices_;
  std::uint32_t sub_device_units_ = 0;
  ClContext context_;
  bool takes_il_ = false;
  LlvmSpirv llvm_spirv_;
  ExecutorLimits limits_;
};

}  // namespace zecpu
