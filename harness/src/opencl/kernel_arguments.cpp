// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/buffer.hpp"
#include "opencl/error.hpp"
#include "opencl/kernel.hpp"

namespace tickbench::opencl {
namespace {

using Space = backend::DeclaredArgument::Space;

std::optional<std::string> argument_text(cl_kernel kernel, cl_uint index, cl_kernel_arg_info what) {
  std::size_t size = 0;
  if (clGetKernelArgInfo(kernel, index, what, 0, nullptr, &size) != CL_SUCCESS) return std::nullopt;
  std::string text(size, '\0');
  if (clGetKernelArgInfo(kernel, index, what, size, text.data(), nullptr) != CL_SUCCESS)
    return std::nullopt;
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

Space space_of(cl_kernel_arg_address_qualifier qualifier) {
  switch (qualifier) {
    case CL_KERNEL_ARG_ADDRESS_GLOBAL:
      return Space::kGlobal;
    case CL_KERNEL_ARG_ADDRESS_CONSTANT:
      return Space::kConstant;
    case CL_KERNEL_ARG_ADDRESS_LOCAL:
      return Space::kLocal;
    default:
      return Space::kPrivate;
  }
}

}  // namespace

/// Nothing where the driver keeps no argument information, as some do for SPIR-V.
std::optional<backend::DeclaredArgument> Kernel::declared(cl_uint index) const {
  cl_kernel_arg_address_qualifier qualifier = 0;
  if (clGetKernelArgInfo(handle_.get(), index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(qualifier),
                         &qualifier, nullptr) != CL_SUCCESS)
    return std::nullopt;
  return backend::DeclaredArgument{
      space_of(qualifier),
      argument_text(handle_.get(), index, CL_KERNEL_ARG_TYPE_NAME).value_or(""),
      argument_text(handle_.get(), index, CL_KERNEL_ARG_NAME).value_or("")};
}

std::string Kernel::place(cl_uint index) const {
  const auto argument = declared(index);
  return "argument " + std::to_string(index) +
         (argument && !argument->name.empty() ? " '" + argument->name + "'" : std::string()) + ": ";
}

void Kernel::set_arguments(std::span<const backend::Argument> arguments) {
  cl_uint expected = 0;
  check(clGetKernelInfo(handle_.get(), CL_KERNEL_NUM_ARGS, sizeof(expected), &expected, nullptr),
        "clGetKernelInfo(CL_KERNEL_NUM_ARGS)", info_->name);
  if (arguments.size() != expected)
    refuse("expected " + std::to_string(expected) + " arguments, found " +
           std::to_string(arguments.size()));
  for (cl_uint i = 0; i < expected; ++i) set_argument(i, arguments[i]);
}

void Kernel::set_argument(cl_uint index, const backend::Argument& argument) {
  if (const auto expected = declared(index))
    if (const auto mismatch = backend::argument_mismatch(*expected, argument))
      refuse(place(index) + *mismatch);
  cl_int status = CL_SUCCESS;
  switch (argument.kind) {
    case backend::Argument::Kind::kValue:
      status = clSetKernelArg(handle_.get(), index, argument.size, argument.value.data());
      break;
    case backend::Argument::Kind::kLocal:
      status = clSetKernelArg(handle_.get(), index, argument.size, nullptr);
      break;
    case backend::Argument::Kind::kMemory:
      status = set_memory(index, argument);
      break;
  }
  if (status != CL_SUCCESS)
    refuse(place(index) + "clSetKernelArg refuses " + std::to_string(argument.size) +
           " bytes: " + describe_status(status));
}

cl_int Kernel::set_memory(cl_uint index, const backend::Argument& argument) {
  if (argument.memory == nullptr) refuse(place(index) + "expected a buffer, found none");
  auto& buffer = as_buffer(*argument.memory);
  if (buffer.svm_pointer() != nullptr)
    return clSetKernelArgSVMPointer(handle_.get(), index, buffer.svm_pointer());
  cl_mem memory = buffer.device_buffer();
  if (memory == nullptr)
    refuse(place(index) + "expected memory that a kernel can use, found " +
           std::string(to_string(buffer.kind())) + " memory: " +
           (buffer.kind() == backend::MemoryKind::kHost ? "it stays mapped for the host"
                                                        : "OpenCL knows nothing of it"));
  return clSetKernelArg(handle_.get(), index, sizeof(memory), &memory);
}

}  // namespace tickbench::opencl
