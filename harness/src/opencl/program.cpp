// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "backend/modules.hpp"
#include "opencl/device_info.hpp"

namespace tickbench::opencl {
namespace {

// Without it the driver tells no argument's name, type or kind, and a value given for a buffer
// crashes at the launch.
constexpr const char* kArgumentInformation = "-cl-kernel-arg-info";
// The one thing tried after it: NVIDIA's compiler (580.159) makes invalid PTX of a kernel without
// arguments when it is asked for their information.
constexpr const char* kNoOptions = "";

std::vector<std::string> kernel_names(cl_program program, const std::string& where) {
  const auto get = [&](std::size_t size, void* to, std::size_t* found) {
    const auto status = clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, to, found);
    check(status, "clGetProgramInfo(CL_PROGRAM_KERNEL_NAMES)", where);
    return status;
  };
  std::vector<std::string> names;
  std::istringstream stream(text_by(get));
  for (std::string name; std::getline(stream, name, ';');) names.push_back(name);
  return names;
}

cl_program create_with_il(cl_context context, cl_device_id device, std::span<const std::byte> il,
                          cl_int& status) {
  if (usable_version(device) >= Version{2, 1})
    return clCreateProgramWithIL(context, il.data(), il.size(), &status);
  using Create = cl_program(CL_API_CALL*)(cl_context, const void*, std::size_t, cl_int*);
  const auto create = reinterpret_cast<Create>(
      clGetExtensionFunctionAddressForPlatform(platform_of(device), "clCreateProgramWithILKHR"));
  if (create == nullptr) {
    status = CL_INVALID_OPERATION;
    return nullptr;
  }
  return create(context, il.data(), il.size(), &status);
}

}  // namespace

Program Programs::build(ProgramHandle handle, const backend::Module& module) const {
  const auto build_with = [&](const char* options) {
    return clBuildProgram(handle.get(), 1, &device_, options, nullptr, nullptr);
  };
  if (build_with(kArgumentInformation) != CL_SUCCESS)
    if (const auto status = build_with(kNoOptions); status != CL_SUCCESS)
      throw Error(Outcome::kBuildFailed,
                  fmt::format("the module '{}' does not build for '{}' (clBuildProgram: {}); the "
                              "build log:\n{}",
                              module.name, info_->name, describe_status(status),
                              text_by(clGetProgramBuildInfo, handle.get(), device_,
                                      cl_program_build_info{CL_PROGRAM_BUILD_LOG})));
  auto names = kernel_names(handle.get(), info_->name);
  return {std::move(handle), std::string(module.name), std::move(names)};
}

ProgramHandle Programs::create(const backend::Module& module) const {
  cl_int status = CL_SUCCESS;
  if (module.format == backend::kSpirv) {
    auto handle = ProgramHandle::adopt(create_with_il(context_, device_, module.code, status));
    if (status == CL_SUCCESS) return handle;
    throw Error(Outcome::kBuildFailed,
                fmt::format("the module '{}' is refused by '{}' (clCreateProgramWithIL: {})",
                            module.name, info_->name, describe_status(status)));
  }
  const char* text = module.text().data();
  const std::size_t length = module.text().size();
  auto handle =
      ProgramHandle::adopt(clCreateProgramWithSource(context_, 1, &text, &length, &status));
  check(status, "clCreateProgramWithSource", info_->name);
  return handle;
}

const Program& Programs::built(const backend::Module& module) {
  const void* const key = module.code.data();
  if (const auto found = built_.find(key); found != built_.end()) return found->second;
  return built_.emplace(key, build(create(module), module)).first->second;
}

const Program& Programs::with_kernel(std::string_view kernel) {
  const auto& modules = backend::modules();
  auto owners = backend::modules_with(modules, backend::kOpenClC, kernel);
  std::erase_if(owners, [&](const auto* module) {
    const auto& names = built(*module).kernels;
    return std::find(names.begin(), names.end(), kernel) == names.end();
  });
  if (const auto* module = backend::only_module(owners, kernel)) return built(*module);
  const auto* const spirv =
      backend::only_module(backend::modules_with(modules, backend::kSpirv, kernel), kernel);
  if (spirv == nullptr)
    throw Error(Outcome::kInvalidBenchmark, backend::missing_kernel_message(modules, kernel));
  if (!info_->accepts_il)
    throw Error(Outcome::kUnsupported,
                fmt::format("the kernel '{}' is embedded as SPIR-V only ('{}'), which the device "
                            "'{}' does not take",
                            kernel, spirv->name, info_->name));
  return built(*spirv);
}

}  // namespace tickbench::opencl
