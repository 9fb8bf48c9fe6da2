// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "modules/argument_check.hpp"
#include "modules/modules.hpp"
#include "opencl/buffer.hpp"

namespace tickbench::opencl {

/// One embedded module, built for one device.
struct Program {
  ProgramHandle handle;
  backend::Module module;
  std::vector<std::string> kernels;
};

/// The programs of one device: each is built when a kernel of it is first asked for, and kept.
///
/// Where a kernel is embedded both ways, OpenCL C is taken: it is what every OpenCL device builds.
class Programs {
 public:
  explicit Programs(const Allocator& on) : on_(on) {}

  /// Throws Error: kBuildFailed with the whole build log; kInvalidBenchmark where no module, or
  /// more than one, has the kernel; kUnsupported where it is embedded as SPIR-V only and the device
  /// takes none.
  const Program& with_kernel(const backend::KernelName& kernel);

 private:
  const Program& built(const backend::Module& module) {
    return backend::kept(built_, module.code.data(), [&] { return build(create(module), module); });
  }
  ProgramHandle create(const backend::Module& module) const;
  Program build(ProgramHandle handle, const backend::Module& module) const;

  Allocator on_;
  std::map<const void*, Program> built_;  ///< by the address of the module's code
};

/// A cl_kernel of its own, with its arguments set.
class Kernel final : public backend::CheckedKernel {
 public:
  Kernel(const Program& program, const std::string& name, cl_device_id device,
         const backend::DeviceInfo& info);

  cl_kernel handle() const noexcept { return handle_.get(); }
  [[noreturn]] void throw_launch_error(cl_int status, const backend::Range& range) const;

 private:
  std::optional<std::string> set(std::uint32_t index, std::size_t size, const void* value) override;
  std::optional<std::string> set(std::uint32_t index, backend::Memory& memory) override;

  KernelHandle handle_;
  cl_device_id device_;
  const backend::DeviceInfo* info_;
};

}  // namespace tickbench::opencl
