// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/test_device.hpp"

#include <cstdlib>
#include <memory>

#include "opencl/device_info.hpp"
#include "opencl/error.hpp"
#include "tickbench/backend/backend.hpp"

namespace tickbench::opencl {
namespace {

constexpr const char* kSpinSource = R"(
kernel void raw_spin(global float* out, int rounds) {
  float x = (float)get_global_id(0);
  for (int i = 0; i < rounds; ++i) x = x * 0.999f + 1.0f;
  out[get_global_id(0)] = x;
})";

std::optional<backend::DeviceInfo> choose() {
  backend::NotListed not_listed;
  const auto infos = backend().devices(not_listed);
  const char* const wanted = std::getenv("TICKBENCH_TEST_DEVICE");
  for (const auto& info : infos)
    if (wanted != nullptr ? info.name.find(wanted) != std::string::npos
                          : info.type == backend::DeviceType::kGpu)
      return info;
  if (wanted != nullptr || infos.empty()) return std::nullopt;
  return infos.front();
}

}  // namespace

backend::Device* test_device() {
  static const std::unique_ptr<backend::Device> kDevice = [] {
    const auto info = choose();
    return info ? backend().open(*info) : nullptr;
  }();
  return kDevice.get();
}

std::string test_device_index() { return test_device()->info().index; }

RawDevice::RawDevice(const std::string& index) : device(find_device(index)) {
  cl_int status = CL_SUCCESS;
  context = ContextHandle::adopt(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status));
  check(status, "clCreateContext");
}

QueueHandle RawDevice::queue(cl_command_queue_properties properties) const {
  cl_int status = CL_SUCCESS;
  auto handle =
      QueueHandle::adopt(clCreateCommandQueue(context.get(), device, properties, &status));
  check(status, "clCreateCommandQueue");
  return handle;
}

KernelHandle RawDevice::kernel(const char* source, const char* name) const {
  cl_int status = CL_SUCCESS;
  const auto program =
      ProgramHandle::adopt(clCreateProgramWithSource(context.get(), 1, &source, nullptr, &status));
  check(status, "clCreateProgramWithSource");
  check(clBuildProgram(program.get(), 1, &device, "", nullptr, nullptr), "clBuildProgram");
  auto handle = KernelHandle::adopt(clCreateKernel(program.get(), name, &status));
  check(status, "clCreateKernel");
  return handle;
}

MemoryHandle RawDevice::buffer(std::size_t bytes) const {
  cl_int status = CL_SUCCESS;
  auto handle = MemoryHandle::adopt(
      clCreateBuffer(context.get(), CL_MEM_READ_WRITE, bytes, nullptr, &status));
  check(status, "clCreateBuffer");
  return handle;
}

RawSpin::RawSpin(const RawDevice& device, int rounds)
    : buffer(device.buffer(kSpinItems * sizeof(float))),
      kernel(device.kernel(kSpinSource, "raw_spin")) {
  cl_mem memory = buffer.get();
  check(clSetKernelArg(kernel.get(), 0, sizeof(memory), &memory), "clSetKernelArg");
  check(clSetKernelArg(kernel.get(), 1, sizeof(rounds), &rounds), "clSetKernelArg");
}

void RawSpin::enqueue(cl_command_queue queue) const {
  check(clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &kSpinItems, nullptr, 0, nullptr,
                               nullptr),
        "clEnqueueNDRangeKernel");
}

}  // namespace tickbench::opencl
