// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "backend/argument_check.hpp"
#include "backend/memory.hpp"
#include "opencl/program.hpp"

namespace tickbench::opencl {

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

inline Kernel& as_kernel(backend::Kernel& kernel) {
  return backend::own<Kernel>(kernel, "a kernel of the OpenCL back end");
}

}  // namespace tickbench::opencl
