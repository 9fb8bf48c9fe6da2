// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/kernel.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

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
  std::vector<std::string> names;
  std::istringstream stream(required_text("clGetProgramInfo(CL_PROGRAM_KERNEL_NAMES)", where,
                                          clGetProgramInfo, program,
                                          cl_program_info{CL_PROGRAM_KERNEL_NAMES}));
  for (std::string name; std::getline(stream, name, ';');) names.push_back(name);
  return names;
}

cl_program create_with_il(cl_context context, cl_device_id device, std::span<const std::byte> il,
                          cl_int& status) {
  if (usable_version(device) >= Version{2, 1})
    return clCreateProgramWithIL(context, il.data(), il.size(), &status);
  using Create = cl_program(CL_API_CALL*)(cl_context, const void*, std::size_t, cl_int*);
  const auto create = reinterpret_cast<Create>(
      clGetExtensionFunctionAddressForPlatform(find_platform(device), "clCreateProgramWithILKHR"));
  if (create == nullptr) {
    status = CL_INVALID_OPERATION;
    return nullptr;
  }
  return create(context, il.data(), il.size(), &status);
}

/// No other options help where the device or its compiler is gone, or the host's memory. (The
/// device's "resources" may be anything.)
bool lacks_build_log(cl_int status) {
  return status == CL_OUT_OF_HOST_MEMORY || status == CL_DEVICE_NOT_AVAILABLE ||
         status == CL_COMPILER_NOT_AVAILABLE;
}

using Space = backend::DeclaredArgument::Space;

Space to_space(cl_kernel_arg_address_qualifier qualifier) {
  if (qualifier == CL_KERNEL_ARG_ADDRESS_GLOBAL) return Space::kGlobal;
  if (qualifier == CL_KERNEL_ARG_ADDRESS_CONSTANT) return Space::kConstant;
  return qualifier == CL_KERNEL_ARG_ADDRESS_LOCAL ? Space::kLocal : Space::kPrivate;
}

/// Nothing where the driver keeps no argument information, as some do for SPIR-V.
std::optional<backend::DeclaredArgument> declared_argument(cl_kernel kernel, cl_uint index,
                                                           const std::string& where) {
  cl_kernel_arg_address_qualifier qualifier = 0;
  const auto status = clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER,
                                         sizeof(qualifier), &qualifier, nullptr);
  if (status == CL_KERNEL_ARG_INFO_NOT_AVAILABLE) return std::nullopt;
  check(status, "clGetKernelArgInfo(CL_KERNEL_ARG_ADDRESS_QUALIFIER)", where);
  const auto text = [&](cl_kernel_arg_info what, const char* call) {
    return text_by([&](std::size_t size, void* to, std::size_t* found) {
      const auto asked = clGetKernelArgInfo(kernel, index, what, size, to, found);
      if (asked != CL_KERNEL_ARG_INFO_NOT_AVAILABLE) check(asked, call, where);
      return asked;
    });
  };
  return backend::DeclaredArgument{
      to_space(qualifier),
      text(CL_KERNEL_ARG_TYPE_NAME, "clGetKernelArgInfo(CL_KERNEL_ARG_TYPE_NAME)"),
      text(CL_KERNEL_ARG_NAME, "clGetKernelArgInfo(CL_KERNEL_ARG_NAME)")};
}

auto declared_arguments(cl_kernel kernel, const std::string& where) {
  cl_uint count = 0;
  check(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(count), &count, nullptr),
        "clGetKernelInfo(CL_KERNEL_NUM_ARGS)", where);
  std::vector<std::optional<backend::DeclaredArgument>> declared;
  for (cl_uint i = 0; i < count; ++i) declared.push_back(declared_argument(kernel, i, where));
  return declared;
}

std::optional<std::string> refusal(cl_int status, const char* call) {
  if (status == CL_SUCCESS) return std::nullopt;
  return fmt::format("{}: {}", call, describe_result(status));
}

std::string sizes_text(const backend::Range& range) {
  const auto text = [&](const char* which, const std::array<std::size_t, 3>& sizes) {
    return fmt::format("{} {}", which,
                       fmt::join(sizes.begin(), sizes.begin() + range.dimensions, " x "));
  };
  return text("global", range.global) + (range.local[0] == 0 ? "" : text(", local", range.local));
}

}  // namespace

Program Programs::build(ProgramHandle handle, const backend::Module& module) const {
  const auto build_with = [&](const char* options) {
    const auto all = fmt::format("{} {}", module.options, options);
    return clBuildProgram(handle.get(), 1, &on_.device, all.c_str(), nullptr, nullptr);
  };
  auto status = build_with(kArgumentInformation);
  if (status != CL_SUCCESS && !lacks_build_log(status)) status = build_with(kNoOptions);
  if (status != CL_SUCCESS)
    backend::throw_build_failed(module.name, on_.info.name,
                                "clBuildProgram: " + describe_result(status),
                                text_by(clGetProgramBuildInfo, handle.get(), on_.device,
                                        cl_program_build_info{CL_PROGRAM_BUILD_LOG}));
  auto names = kernel_names(handle.get(), on_.info.name);
  return {std::move(handle), module, std::move(names)};
}

ProgramHandle Programs::create(const backend::Module& module) const {
  if (module.format == backend::kSpirv) {
    cl_int status = CL_SUCCESS;
    auto handle =
        ProgramHandle::adopt(create_with_il(on_.context, on_.device, module.code, status));
    if (status == CL_SUCCESS) return handle;
    throw_error(Outcome::kBuildFailed,
                "the module '{}' is refused by '{}' (clCreateProgramWithIL: {})", module.name,
                on_.info.name, describe_result(status));
  }
  const char* text = module.text().data();
  const std::size_t length = module.text().size();
  return created<ProgramHandle>("clCreateProgramWithSource", on_.info.name,
                                clCreateProgramWithSource, on_.context, cl_uint{1}, &text, &length);
}

const Program& Programs::with_kernel(const backend::KernelName& kernel) {
  auto owners = backend::modules_with(backend::modules(), backend::kOpenClC, kernel);
  std::erase_if(owners, [&](const auto* module) {
    const auto& names = built(*module).kernels;
    return std::find(names.begin(), names.end(), kernel.name) == names.end();
  });
  if (const auto* module = backend::only_module(owners, kernel)) return built(*module);
  const auto& spirv = backend::module_for(kernel, {backend::kSpirv}, "OpenCL", {});
  if (!on_.info.accepts_il)
    throw_error(
        Outcome::kUnsupported,
        "the kernel '{}' is embedded as SPIR-V only ('{}'), which the device '{}' does not take",
        to_string(kernel), spirv.name, on_.info.name);
  return built(spirv);
}

Kernel::Kernel(const Program& program, const std::string& name, cl_device_id device,
               const backend::DeviceInfo& info)
    : CheckedKernel(name, program.module),
      handle_(created<KernelHandle>(fmt::format("clCreateKernel('{}')", name), info.name,
                                    clCreateKernel, program.handle.get(), name.c_str())),
      device_(device),
      info_(&info) {
  declare(declared_arguments(handle_.get(), info.name));
}

std::optional<std::string> Kernel::set(std::uint32_t index, std::size_t size, const void* value) {
  return refusal(clSetKernelArg(handle_.get(), index, size, value), "clSetKernelArg");
}

std::optional<std::string> Kernel::set(std::uint32_t index, backend::Memory& memory) {
  auto& buffer = as_buffer(memory);
  if (buffer.svm_pointer() != nullptr)
    return refusal(clSetKernelArgSVMPointer(handle_.get(), index, buffer.svm_pointer()),
                   "clSetKernelArgSVMPointer");
  cl_mem device_buffer = buffer.device_buffer();
  if (device_buffer != nullptr) return set(index, sizeof(device_buffer), &device_buffer);
  return fmt::format("expected memory that a kernel can use, found {} memory: {}",
                     to_string(buffer.kind()),
                     buffer.kind() == backend::MemoryKind::kHost ? "it stays mapped for the host"
                                                                 : "OpenCL knows nothing of it");
}

void Kernel::throw_launch_error(cl_int status, const backend::Range& range) const {
  if (status == CL_INVALID_KERNEL_ARGS) refuse("its arguments are not set");
  const auto sizes = sizes_text(range);
  std::size_t limit = 0;
  if (status == CL_INVALID_WORK_GROUP_SIZE && range.local[0] != 0 &&
      clGetKernelWorkGroupInfo(handle_.get(), device_, CL_KERNEL_WORK_GROUP_SIZE, sizeof(limit),
                               &limit, nullptr) == CL_SUCCESS &&
      range.local[0] * range.local[1] * range.local[2] > limit)
    throw_error(Outcome::kOverLimit,
                "kernel '{}', {}: the device '{}' runs at most {} work-items of it in a work-group",
                name(), sizes, info_->name, limit);
  check.fail(status, fmt::format("clEnqueueNDRangeKernel('{}', {})", name(), sizes), info_->name);
}

}  // namespace tickbench::opencl
