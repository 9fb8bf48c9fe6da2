// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/kernel.hpp"

#include <utility>

#include "opencl/error.hpp"

namespace tickbench::opencl {
namespace {

KernelHandle create_kernel(const Program& program, const std::string& name,
                           const std::string& where) {
  cl_int status = CL_SUCCESS;
  auto handle = KernelHandle::adopt(clCreateKernel(program.handle.get(), name.c_str(), &status));
  check(status, "clCreateKernel('" + name + "')", where);
  return handle;
}

std::string to_text(const std::array<std::size_t, 3>& sizes, int dimensions) {
  std::string text;
  for (std::size_t i = 0; i < static_cast<std::size_t>(dimensions); ++i)
    text += (i == 0 ? "" : " x ") + std::to_string(sizes[i]);
  return text;
}

}  // namespace

Kernel::Kernel(const Program& program, std::string name, cl_device_id device,
               const backend::DeviceInfo& info)
    : handle_(create_kernel(program, name, info.name)),
      name_(std::move(name)),
      module_(program.module),
      device_(device),
      info_(&info) {}

void Kernel::refuse(const std::string& why) const {
  throw Error(Outcome::kInvalidBenchmark, "kernel '" + name_ + "' of '" + module_ + "': " + why);
}

void Kernel::throw_launch_error(cl_int status, const backend::Range& range) const {
  if (status == CL_INVALID_KERNEL_ARGS) refuse("its arguments are not set");
  const bool has_local = range.local[0] != 0;
  const std::string sizes = "global " + to_text(range.global, range.dimensions) +
                            (has_local ? ", local " + to_text(range.local, range.dimensions) : "");
  std::size_t limit = 0;
  if (status == CL_INVALID_WORK_GROUP_SIZE && has_local &&
      clGetKernelWorkGroupInfo(handle_.get(), device_, CL_KERNEL_WORK_GROUP_SIZE, sizeof(limit),
                               &limit, nullptr) == CL_SUCCESS &&
      range.local[0] * range.local[1] * range.local[2] > limit)
    throw Error(Outcome::kOverLimit, "kernel '" + name_ + "', " + sizes + ": the device '" +
                                         info_->name + "' runs at most " + std::to_string(limit) +
                                         " work-items of it in a work-group");
  check(status, "clEnqueueNDRangeKernel('" + name_ + "', " + sizes + ")", info_->name);
  throw Error(Outcome::kDeviceError, "clEnqueueNDRangeKernel failed without a status");
}

Kernel& as_kernel(backend::Kernel& kernel) {
  auto* const own = dynamic_cast<Kernel*>(&kernel);
  if (own == nullptr)
    throw Error(Outcome::kInvalidBenchmark,
                "expected a kernel of the OpenCL back end, found another's");
  return *own;
}

}  // namespace tickbench::opencl
