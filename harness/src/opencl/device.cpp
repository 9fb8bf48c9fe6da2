// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/device.hpp"

#include <fmt/format.h>

#include <utility>

#include "backend/memory.hpp"
#include "opencl/device_info.hpp"
#include "opencl/kernel.hpp"

namespace tickbench::opencl {
namespace {

/// Markers, fills and argument information came with 1.2.
backend::DeviceInfo describe_usable(cl_device_id device, const std::string& index) {
  auto info = describe_device(device, index);
  if (usable_version(device) < Version{1, 2})
    throw Error(Outcome::kUnsupported,
                fmt::format("the device '{}': expected OpenCL 1.2 or newer, found '{}'", info.name,
                            info.api_version));
  return info;
}

ContextHandle create_context(cl_device_id device, const std::string& where) {
  const auto platform = device_value<cl_platform_id>(device, CL_DEVICE_PLATFORM,
                                                     "clGetDeviceInfo(CL_DEVICE_PLATFORM)");
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(platform), 0};
  cl_int status = CL_SUCCESS;
  auto context =
      ContextHandle::adopt(clCreateContext(properties, 1, &device, nullptr, nullptr, &status));
  check(status, "clCreateContext", where);
  return context;
}

}  // namespace

Device::Device(DeviceHandle device, const std::string& index)
    : handle_(std::move(device)),
      info_(describe_usable(handle_.get(), index)),
      context_(create_context(handle_.get(), info_.name)),
      use_(info_),
      queue_(context_.get(), handle_.get(), info_, use_),
      programs_(context_.get(), handle_.get(), info_) {}

std::unique_ptr<backend::Memory> Device::allocate(std::size_t bytes, backend::MemoryKind kind) {
  return queue_.stream().allocator().allocate(bytes, kind);
}

void Device::write(backend::Memory& to, std::span<const std::byte> from) {
  backend::write_memory(queue_, to, from, [&] {
    check(clEnqueueWriteBuffer(queue_.stream().queue(), as_buffer(to).device_buffer(), CL_TRUE, 0,
                               from.size(), from.data(), 0, nullptr, nullptr),
          "clEnqueueWriteBuffer", info_.name);
  });
}

void Device::read(backend::Memory& from, std::span<std::byte> to) {
  backend::read_memory(queue_, from, to, [&] {
    check(clEnqueueReadBuffer(queue_.stream().queue(), as_buffer(from).device_buffer(), CL_TRUE, 0,
                              to.size(), to.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer", info_.name);
  });
}

std::unique_ptr<backend::Kernel> Device::kernel(std::string_view name) {
  return std::make_unique<Kernel>(programs_.with_kernel(name), std::string(name), handle_.get(),
                                  info_);
}

}  // namespace tickbench::opencl
