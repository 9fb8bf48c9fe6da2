// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "backend/argument_check.hpp"
#include "opencl/handle.hpp"
#include "opencl/program.hpp"
#include "tickbench/backend.hpp"

namespace tickbench::opencl {

/// A cl_kernel of its own, with its arguments set.
class Kernel final : public backend::Kernel {
 public:
  Kernel(const Program& program, std::string name, cl_device_id device,
         const backend::DeviceInfo& info);

  /// Throws Error (kInvalidBenchmark) naming the argument that does not fit.
  void set_arguments(std::span<const backend::Argument> arguments) override;
  std::string_view name() const noexcept override { return name_; }

  cl_kernel handle() const noexcept { return handle_.get(); }
  [[noreturn]] void throw_launch_error(cl_int status, const backend::Range& range) const;

 private:
  void set_argument(cl_uint index, const backend::Argument& argument);
  cl_int set_memory(cl_uint index, const backend::Argument& argument);
  std::optional<backend::DeclaredArgument> declared(cl_uint index) const;
  std::string place(cl_uint index) const;
  [[noreturn]] void refuse(const std::string& why) const;

  KernelHandle handle_;
  std::string name_;
  std::string module_;
  cl_device_id device_;
  const backend::DeviceInfo* info_;
};

/// Throws Error (kInvalidBenchmark) for a kernel of another back end.
Kernel& as_kernel(backend::Kernel& kernel);

}  // namespace tickbench::opencl
