// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernel.hpp"

#include <algorithm>
#include <cstring>

#include "driver.hpp"

namespace zecpu {
namespace {

// Larger groups make fewer pieces to spread over cores, smaller ones more of the cost of a piece.
constexpr std::size_t kPreferredGroupSize = 256;
// Below this a group costs more than its items.
constexpr std::size_t kSmallGroupSize = 16;

std::size_t largest_divisor(std::size_t number, std::size_t limit) {
  for (std::size_t divisor = std::min(number, limit); divisor > 1; --divisor)
    if (number % divisor == 0) return divisor;
  return 1;
}

std::size_t product(const Extent& extent) { return extent[0] * extent[1] * extent[2]; }

}  // namespace

Extent divide_evenly(const Extent& global_size, std::size_t limit, const Extent& axis_limits) {
  Extent size{1, 1, 1};
  for (std::size_t axis = 0; axis < 3; ++axis)
    size[axis] =
        largest_divisor(global_size[axis], std::min(limit / product(size), axis_limits[axis]));
  return size;
}

Kernel::Kernel(Device& device, const std::shared_ptr<Module>& module,
               const KernelSignature& signature)
    : device_(device),
      module_(module),
      signature_(signature),
      kernel_(Module::make_kernel(module, signature)),
      arguments_(signature.arguments.size()) {
  const auto& required = signature.required_group_size;
  if (required[0] != 0) group_size_ = {required[0], required[1], required[2]};
}

std::size_t Kernel::max_group_size() const {
  return std::min(kernel_->max_group_size(), device_.driver().executor().limits().max_group_size);
}

std::size_t Kernel::local_bytes() const {
  // Not every OpenCL counts the local variables of a kernel.
  std::size_t bytes = std::max(kernel_->local_memory_bytes(), signature_.local_bytes);
  for (const auto& argument : arguments_)
    if (argument) bytes += argument->local_bytes;
  return bytes;
}

void Kernel::set_argument(std::uint32_t index, std::size_t size, const void* value) {
  require(index < arguments_.size(), ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX);
  const ArgumentType& type = signature_.arguments[index];
  Argument argument;
  argument.kind = type.kind;
  switch (type.kind) {
    case ArgumentKind::kValue:
      require(size == type.size, ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
      require_address(value);
      argument.bytes.resize(size);
      std::memcpy(argument.bytes.data(), value, size);
      break;
    case ArgumentKind::kPointer:
      require(size == type.size, ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
      // No value is a null pointer.
      if (value != nullptr) std::memcpy(&argument.pointer, value, sizeof argument.pointer);
      break;
    case ArgumentKind::kLocal:
      require(value == nullptr, ZE_RESULT_ERROR_INVALID_ARGUMENT);
      require(size != 0 && size <= device_.driver().executor().limits().local_memory_bytes,
              ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
      argument.local_bytes = size;
      break;
    case ArgumentKind::kUnsupported:  // no kernel is made of such a signature
      throw Failure(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
  }
  arguments_[index] = std::move(argument);
}

void Kernel::set_group_size(const Extent& size) {
  const Extent& limits = device_.driver().executor().limits().max_group_dimensions;
  for (std::size_t axis = 0; axis < 3; ++axis)
    require(size[axis] != 0 && size[axis] <= limits[axis],
            ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION);
  require(product(size) <= max_group_size(), ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION);
  const auto& required = signature_.required_group_size;
  require(required[0] == 0 || size == Extent{required[0], required[1], required[2]},
          ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION);
  group_size_ = size;
}

Extent Kernel::suggest_group_size(const Extent& global_size) const {
  const auto& required = signature_.required_group_size;
  if (required[0] != 0) return {required[0], required[1], required[2]};
  if (device_.driver().laboratory().suggest_one) return {1, 1, 1};
  const Extent& axes = device_.driver().executor().limits().max_group_dimensions;
  const Extent preferred =
      divide_evenly(global_size, std::min(kPreferredGroupSize, max_group_size()), axes);
  if (product(preferred) >= kSmallGroupSize) return preferred;
  return divide_evenly(global_size, max_group_size(), axes);
}

void Kernel::get(ze_kernel_properties_t& properties) const {
  properties.numKernelArgs = static_cast<std::uint32_t>(arguments_.size());
  properties.requiredGroupSizeX = signature_.required_group_size[0];
  properties.requiredGroupSizeY = signature_.required_group_size[1];
  properties.requiredGroupSizeZ = signature_.required_group_size[2];
  properties.requiredNumSubGroups = 0;
  properties.requiredSubgroupSize = 0;
  properties.maxSubgroupSize = 1;
  properties.maxNumSubgroups = static_cast<std::uint32_t>(max_group_size());
  properties.localMemSize = static_cast<std::uint32_t>(local_bytes());
  properties.privateMemSize = static_cast<std::uint32_t>(kernel_->private_memory_bytes());
  properties.spillMemSize = 0;
  properties.uuid = {};
  // The kernel's by its name, the module's by where its words lie: no two at once are the same.
  std::memcpy(properties.uuid.kid, name().data(),
              std::min(name().size(), sizeof properties.uuid.kid));
  const auto address = reinterpret_cast<std::uintptr_t>(module_.get());
  std::memcpy(properties.uuid.mid, &address, sizeof address);
}

std::string Kernel::source_attributes() const {
  std::string text;
  const auto add = [&](const std::string& name, const std::string& value) {
    text += (text.empty() ? "" : " ") + name + '(' + value + ')';
  };
  const auto add_size = [&](const char* name, const std::array<std::uint32_t, 3>& size) {
    if (size[0] != 0)
      add(name,
          std::to_string(size[0]) + ',' + std::to_string(size[1]) + ',' + std::to_string(size[2]));
  };
  add_size("reqd_work_group_size", signature_.required_group_size);
  add_size("work_group_size_hint", signature_.group_size_hint);
  if (!signature_.vector_type_hint.empty()) add("vec_type_hint", signature_.vector_type_hint);
  return text;
}

Launch Kernel::snapshot() const {
  Launch launch{kernel_, {}, offset_, group_size_};
  launch.arguments.reserve(arguments_.size());
  for (const auto& argument : arguments_) {
    require(argument.has_value(), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    launch.arguments.push_back(*argument);
  }
  require(local_bytes() <= device_.driver().executor().limits().local_memory_bytes,
          ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
  return launch;
}

}  // namespace zecpu
