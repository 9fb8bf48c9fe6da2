// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/device.hpp"

#include <cstring>
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
    throw Error(Outcome::kUnsupported, "the device '" + info.name +
                                           "': expected OpenCL 1.2 or newer, found '" +
                                           info.api_version + "'");
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
      queue_(context_.get(), handle_.get(), info_),
      programs_(context_.get(), handle_.get(), info_),
      use_(info_) {}

std::unique_ptr<backend::Memory> Device::allocate(std::size_t bytes, backend::MemoryKind kind) {
  return Allocator{context_.get(), handle_.get(), queue_.handle(), info_, use_}.allocate(bytes,
                                                                                         kind);
}

void Device::write(backend::Memory& to, std::span<const std::byte> from) {
  auto& buffer = as_buffer(to);
  backend::require_room(buffer, from.size(), "write");
  if (from.empty()) return;
  queue_.finish();
  if (buffer.host_pointer() != nullptr)
    std::memcpy(buffer.host_pointer(), from.data(), from.size());
  else
    check(clEnqueueWriteBuffer(queue_.handle(), buffer.device_buffer(), CL_TRUE, 0, from.size(),
                               from.data(), 0, nullptr, nullptr),
          "clEnqueueWriteBuffer", info_.name);
}

void Device::read(backend::Memory& from, std::span<std::byte> to) {
  auto& buffer = as_buffer(from);
  backend::require_room(buffer, to.size(), "read");
  if (to.empty()) return;
  queue_.finish();
  if (buffer.host_pointer() != nullptr)
    std::memcpy(to.data(), buffer.host_pointer(), to.size());
  else
    check(clEnqueueReadBuffer(queue_.handle(), buffer.device_buffer(), CL_TRUE, 0, to.size(),
                              to.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer", info_.name);
}

std::unique_ptr<backend::Kernel> Device::kernel(std::string_view name) {
  return std::make_unique<Kernel>(programs_.with_kernel(name), std::string(name), handle_.get(),
                                  info_);
}

}  // namespace tickbench::opencl
