// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/program.hpp"

#include <algorithm>
#include <sstream>

#include "backend/kernel_sources.hpp"
#include "opencl/device_info.hpp"

namespace tickbench::opencl {
namespace {

// Without it the driver tells no argument's name, type or kind, and a value given for a buffer
// crashes at the launch.
constexpr const char* kArgumentInformation = "-cl-kernel-arg-info";
// The one thing tried after it: NVIDIA's compiler (580.159) makes invalid PTX of a kernel without
// arguments when it is asked for their information.
constexpr const char* kNoOptions = "";

std::string build_log(cl_program program, cl_device_id device) {
  std::size_t size = 0;
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) != CL_SUCCESS)
    return {};
  std::string log(size, '\0');
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr) !=
      CL_SUCCESS)
    return {};
  while (!log.empty() && log.back() == '\0') log.pop_back();
  return log;
}

std::vector<std::string> kernel_names(cl_program program, const std::string& where) {
  std::size_t size = 0;
  check(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, nullptr, &size),
        "clGetProgramInfo(CL_PROGRAM_KERNEL_NAMES)", where);
  std::string text(size, '\0');
  check(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, text.data(), nullptr),
        "clGetProgramInfo(CL_PROGRAM_KERNEL_NAMES)", where);
  while (!text.empty() && text.back() == '\0') text.pop_back();
  std::vector<std::string> names;
  std::istringstream stream(text);
  for (std::string name; std::getline(stream, name, ';');) names.push_back(name);
  return names;
}

cl_program create_with_il(cl_context context, cl_device_id device, std::span<const std::byte> il,
                          cl_int& status) {
  if (usable_version(device) >= Version{2, 1})
    return clCreateProgramWithIL(context, il.data(), il.size(), &status);
  using Create = cl_program(CL_API_CALL*)(cl_context, const void*, std::size_t, cl_int*);
  auto* const platform = device_value<cl_platform_id>(device, CL_DEVICE_PLATFORM,
                                                      "clGetDeviceInfo(CL_DEVICE_PLATFORM)");
  const auto create = reinterpret_cast<Create>(
      clGetExtensionFunctionAddressForPlatform(platform, "clCreateProgramWithILKHR"));
  if (create == nullptr) {
    status = CL_INVALID_OPERATION;
    return nullptr;
  }
  return create(context, il.data(), il.size(), &status);
}

}  // namespace

bool Program::has(std::string_view kernel) const {
  return std::find(kernels.begin(), kernels.end(), kernel) != kernels.end();
}

Program Programs::build(ProgramHandle handle, const backend::Module& module) const {
  const auto build_with = [&](const char* options) {
    return clBuildProgram(handle.get(), 1, &device_, options, nullptr, nullptr);
  };
  if (build_with(kArgumentInformation) != CL_SUCCESS)
    if (const auto status = build_with(kNoOptions); status != CL_SUCCESS)
      throw Error(Outcome::kBuildFailed,
                  "the module '" + std::string(module.name) + "' does not build for '" +
                      info_->name + "' (clBuildProgram: " + describe_status(status) +
                      "); the build log:\n" + build_log(handle.get(), device_));
  auto names = kernel_names(handle.get(), info_->name);
  return {std::move(handle), std::string(module.name), std::move(names)};
}

const Program& Programs::from_source(const backend::Module& module) {
  const void* const key = module.opencl_c.data();
  if (const auto found = built_.find(key); found != built_.end()) return found->second;
  const char* text = module.opencl_c.data();
  const std::size_t length = module.opencl_c.size();
  cl_int status = CL_SUCCESS;
  auto handle =
      ProgramHandle::adopt(clCreateProgramWithSource(context_, 1, &text, &length, &status));
  check(status, "clCreateProgramWithSource", info_->name);
  return built_.emplace(key, build(std::move(handle), module)).first->second;
}

const Program& Programs::from_spirv(const backend::Module& module) {
  const void* const key = module.spirv.data();
  if (const auto found = built_.find(key); found != built_.end()) return found->second;
  cl_int status = CL_SUCCESS;
  auto handle = ProgramHandle::adopt(create_with_il(context_, device_, module.spirv, status));
  if (status != CL_SUCCESS)
    throw Error(Outcome::kBuildFailed,
                "the module '" + std::string(module.name) + "' is refused by '" + info_->name +
                    "' (clCreateProgramWithIL: " + describe_status(status) + ")");
  return built_.emplace(key, build(std::move(handle), module)).first->second;
}

const Program& Programs::with_kernel(std::string_view kernel) {
  const auto& modules = backend::modules();
  std::vector<const backend::Module*> owners;
  for (const auto* module : backend::modules_with_source_of(modules, kernel))
    if (from_source(*module).has(kernel)) owners.push_back(module);
  if (owners.size() > 1)
    throw Error(Outcome::kInvalidBenchmark, backend::ambiguous_kernel_message(owners, kernel));
  if (owners.size() == 1) return from_source(*owners.front());

  const auto with_spirv = backend::modules_with_spirv_of(modules, kernel);
  if (with_spirv.empty())
    throw Error(Outcome::kInvalidBenchmark, backend::missing_kernel_message(modules, kernel));
  if (with_spirv.size() > 1)
    throw Error(Outcome::kInvalidBenchmark, backend::ambiguous_kernel_message(with_spirv, kernel));
  if (!info_->accepts_il)
    throw Error(Outcome::kUnsupported,
                "the kernel '" + std::string(kernel) + "' is embedded as SPIR-V only ('" +
                    std::string(with_spirv.front()->name) + "'), which the device '" + info_->name +
                    "' does not take");
  return from_spirv(*with_spirv.front());
}

}  // namespace tickbench::opencl
