// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/kernel.hpp"

#include <limits>
#include <utility>

#include "backend/spirv.hpp"
#include "backend/spirv_arguments.hpp"
#include "level_zero/buffer.hpp"
#include "level_zero/build_log.hpp"
#include "level_zero/error.hpp"

namespace tickbench::level_zero {
namespace {

/// A module builds with symbols that it leaves to others; its kernels cannot be made.
[[noreturn]] void throw_unlinked(const Program& program, const std::string& where) {
  std::string symbols;
  for (const auto& symbol : backend::spirv_imports(program.spirv))
    symbols += (symbols.empty() ? "" : ", ") + symbol;
  throw Error(Outcome::kBuildFailed,
              "the module '" + program.module + "' does not link for '" + where +
                  "' (zeKernelCreate: " + describe_result(ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED) +
                  "): no module defines " + symbols + "; the build log:\n" + text_of(program.log));
}

KernelHandle create_kernel(const Program& program, const std::string& name,
                           const std::string& where) {
  ze_kernel_desc_t description{};
  description.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC;
  description.pKernelName = name.c_str();
  ze_kernel_handle_t kernel = nullptr;
  const auto result = zeKernelCreate(program.handle.get(), &description, &kernel);
  if (result == ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED) throw_unlinked(program, where);
  check(result, "zeKernelCreate('" + name + "')", where);
  return KernelHandle(kernel);
}

std::uint32_t largest_divisor(std::size_t size, std::uint32_t at_most) {
  for (std::uint32_t divisor = at_most; divisor > 1; --divisor)
    if (size % divisor == 0) return divisor;
  return 1;
}

}  // namespace

Kernel::Kernel(const Program& program, std::string name, bool may_use_heap,
               const backend::DeviceInfo& info)
    : handle_(create_kernel(program, name, info.name)),
      name_(std::move(name)),
      module_(program.module),
      declared_(backend::spirv_arguments(program.spirv, name_)
                    .value_or(std::vector<backend::DeclaredArgument>())),
      may_use_heap_(may_use_heap),
      info_(&info) {}

void Kernel::refuse(const std::string& why) const {
  throw Error(Outcome::kInvalidBenchmark, "kernel '" + name_ + "' of '" + module_ + "': " + why);
}

void Kernel::set_arguments(std::span<const backend::Argument> arguments) {
  ze_kernel_properties_t properties{};
  properties.stype = ZE_STRUCTURE_TYPE_KERNEL_PROPERTIES;
  check(zeKernelGetProperties(handle_.get(), &properties), "zeKernelGetProperties", info_->name);
  if (arguments.size() != properties.numKernelArgs)
    refuse("expected " + std::to_string(properties.numKernelArgs) + " arguments, found " +
           std::to_string(arguments.size()));
  for (std::uint32_t i = 0; i < arguments.size(); ++i) set_argument(i, arguments[i]);
}

void Kernel::set_argument(std::uint32_t index, const backend::Argument& argument) {
  std::string place = "argument " + std::to_string(index);
  if (index < declared_.size()) {
    const auto& declared = declared_[index];
    if (!declared.name.empty()) place += " '" + declared.name + "'";
    if (const auto mismatch = backend::argument_mismatch(declared, argument))
      refuse(place + ": " + *mismatch);
  }
  place += ": ";
  ze_result_t result = ZE_RESULT_SUCCESS;
  switch (argument.kind) {
    case backend::Argument::Kind::kValue:
      result = zeKernelSetArgumentValue(handle_.get(), index, argument.size, argument.value.data());
      break;
    case backend::Argument::Kind::kLocal:
      result = zeKernelSetArgumentValue(handle_.get(), index, argument.size, nullptr);
      break;
    case backend::Argument::Kind::kMemory: {
      if (argument.memory == nullptr) refuse(place + "expected a buffer, found none");
      const auto& buffer = as_buffer(*argument.memory);
      if (buffer.kind() == backend::MemoryKind::kHeap && !may_use_heap_)
        refuse(place + "expected memory that a kernel can use, found heap memory: '" + info_->name +
               "' does not reach the process's own");
      void* const pointer = buffer.pointer();
      result = zeKernelSetArgumentValue(handle_.get(), index, sizeof(pointer), &pointer);
      break;
    }
  }
  if (result != ZE_RESULT_SUCCESS)
    refuse(place + "zeKernelSetArgumentValue refuses " +
           (argument.kind == backend::Argument::Kind::kMemory
                ? std::string("a pointer")
                : std::to_string(argument.size) + " bytes of " +
                      (argument.type.empty() ? "a value" : argument.type)) +
           ": " + describe_result(result));
}

/// The driver's suggestion, brought down to what divides the global size: the edges of a last,
/// partial group would run over the end of the buffers.
std::array<std::uint32_t, 3> Kernel::group_size_for(const backend::Range& range) const {
  std::array<std::uint32_t, 3> size{1, 1, 1};
  if (range.local[0] != 0) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(range.dimensions); ++i)
      size[i] = static_cast<std::uint32_t>(range.local[i]);
    return size;
  }
  check(zeKernelSuggestGroupSize(handle_.get(), static_cast<std::uint32_t>(range.global[0]),
                                 static_cast<std::uint32_t>(range.global[1]),
                                 static_cast<std::uint32_t>(range.global[2]), &size[0], &size[1],
                                 &size[2]),
        "zeKernelSuggestGroupSize", info_->name);
  for (std::size_t i = 0; i < size.size(); ++i) size[i] = largest_divisor(range.global[i], size[i]);
  return size;
}

ze_group_count_t Kernel::groups_for(const backend::Range& range) {
  for (const auto global : range.global)
    if (global > std::numeric_limits<std::uint32_t>::max())
      refuse("expected a global size below 2^32 in each dimension, found " +
             std::to_string(global));
  const auto size = group_size_for(range);
  const auto result = zeKernelSetGroupSize(handle_.get(), size[0], size[1], size[2]);
  if (result != ZE_RESULT_SUCCESS)
    refuse("a work-group of " + std::to_string(size[0]) + " x " + std::to_string(size[1]) + " x " +
           std::to_string(size[2]) +
           " is refused: zeKernelSetGroupSize: " + describe_result(result));
  return {static_cast<std::uint32_t>(range.global[0] / size[0]),
          static_cast<std::uint32_t>(range.global[1] / size[1]),
          static_cast<std::uint32_t>(range.global[2] / size[2])};
}

Kernel& as_kernel(backend::Kernel& kernel) {
  auto* const own = dynamic_cast<Kernel*>(&kernel);
  if (own == nullptr)
    throw Error(Outcome::kInvalidBenchmark,
                "expected a kernel of the Level Zero back end, found another's");
  return *own;
}

}  // namespace tickbench::level_zero
