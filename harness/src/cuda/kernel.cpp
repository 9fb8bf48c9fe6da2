// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/kernel.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "backend/modules.hpp"
#include "backend/ptx.hpp"
#include "backend/spirv.hpp"
#include "cuda/buffer.hpp"
#include "cuda/device_info.hpp"

namespace tickbench::cuda {
namespace {

using Sizes = std::array<std::size_t, 3>;

/// As large as occupies a device with any kernel, and as divides most sizes.
constexpr std::size_t kUsualBlock = 256;

/// Any type's alignment.
constexpr std::size_t kLocalAlignment = 16;
std::size_t aligned(std::size_t bytes) {
  return (bytes + kLocalAlignment - 1) / kLocalAlignment * kLocalAlignment;
}

std::size_t largest_divisor(std::size_t size, std::size_t at_most) {
  for (std::size_t divisor = at_most; divisor > 1; --divisor)
    if (size % divisor == 0) return divisor;
  return 1;
}

std::string text_of(const Sizes& sizes) { return fmt::format("{}", fmt::join(sizes, " x ")); }

/// The SPIR-V that has this kernel beside its PTX; null where it is not embedded.
const backend::Module* spirv_with(const backend::KernelName& kernel) {
  const auto found = backend::modules_with(backend::modules(), backend::kSpirv, kernel);
  return found.size() == 1 ? found.front() : nullptr;
}

/// Whether an argument has the size that the PTX says.
bool fits(const backend::DeclaredArgument& declared, std::size_t size) {
  using Space = backend::DeclaredArgument::Space;
  const auto known = declared.space == Space::kPrivate ? backend::size_of_type(declared.type)
                                                       : sizeof(std::uint64_t);
  return size == 0 || !known || *known == size;
}

auto declared_arguments(const backend::PtxKernel& kernel, const backend::Module* spirv) {
  std::vector<std::optional<backend::DeclaredArgument>> all(kernel.parameter_sizes.size());
  if (spirv == nullptr) return all;
  const auto declared = backend::spirv_arguments(spirv->code, kernel.name);
  // Another kernel of that name says nothing of this one.
  if (declared && std::ranges::equal(*declared, kernel.parameter_sizes, fits))
    std::copy(declared->begin(), declared->end(), all.begin());
  return all;
}

backend::PtxKernel ptx_of(const Program& program, std::string_view name) {
  for (auto& kernel : backend::ptx_kernels(program.module->text()))
    if (kernel.name == name) return kernel;
  throw Error(Outcome::kInvalidBenchmark,
              fmt::format("'{}': expected a kernel '{}', found none", program.module->name, name));
}

/// PTX of the user's own goes before what was made of OpenCL C. Null where there is neither.
const backend::Module* ptx_with(const backend::KernelName& kernel) {
  for (const auto format : {backend::kPtx, backend::kPtxOfOpenClC})
    if (const auto* const owner =
            backend::only_module(backend::modules_with(backend::modules(), format, kernel), kernel))
      return owner;
  return nullptr;
}

/// Throws Error (kUnsupported) where a kernel is embedded in a form that CUDA does not take.
void refuse_other_form(const backend::KernelName& kernel) {
  const auto refuse_as = [&](std::string_view format, std::string_view form, std::string_view way) {
    if (!backend::modules_with(backend::modules(), format, kernel).empty())
      throw Error(Outcome::kUnsupported,
                  fmt::format("the kernel '{}' is embedded as {} only, which CUDA does not take: "
                              "build with {}, or embed a .ptx file",
                              to_string(kernel), form, way));
  };
  refuse_as(backend::kCudaCpp, "CUDA C++", "nvcc, or clang and the CUDA toolkit");
  refuse_as(backend::kOpenClC, "OpenCL C", "clang and its libclc (package libclc-N)");
}

}  // namespace

const Program& Programs::with_kernel(const backend::KernelName& kernel) {
  const auto& modules = backend::modules();
  const auto* const owner = ptx_with(kernel);
  if (owner == nullptr) refuse_other_form(kernel);
  if (owner == nullptr)
    throw Error(Outcome::kInvalidBenchmark, backend::missing_kernel_message(modules, kernel));
  const void* const key = owner->code.data();
  if (const auto found = loaded_.find(key); found != loaded_.end()) return found->second;
  // The driver takes text that ends with a zero.
  auto handle = load_module(std::string(owner->text()), owner->name, place_);
  return loaded_.emplace(key, Program{std::move(handle), owner}).first->second;
}

LaunchLimits::LaunchLimits(int device)
    : usual_shared_memory(static_cast<std::size_t>(attribute_of(device, kSharedMemory))),
      shared_memory(static_cast<std::size_t>(
          std::max(attribute_of(device, kSharedMemory), attribute_of(device, kSharedMemoryOptIn)))),
      reserved_shared_memory(
          static_cast<std::size_t>(attribute_of(device, kReservedSharedMemory))) {
  for (int i = 0; i < 3; ++i) {
    const auto axis = static_cast<std::size_t>(i);
    const auto of_axis = [&](DeviceAttribute first) {
      return static_cast<std::size_t>(
          attribute_of(device, static_cast<DeviceAttribute>(first + i)));
    };
    block[axis] = of_axis(kLargestBlockX);
    grid[axis] = of_axis(kLargestGridX);
  }
}

Kernel::Kernel(const Program& program, const std::string& name, bool may_use_heap,
               const Place& place, const LaunchLimits& limits)
    : CheckedKernel(name, std::string(program.module->name)),
      place_(place),
      limits_(&limits),
      may_use_heap_(may_use_heap),
      function_(function_of(program.handle, name, place)),
      most_threads_(attribute(kMostThreadsOfFunction)),
      static_shared_memory_(attribute(kStaticSharedMemory)),
      allowed_shared_memory_(limits.usual_shared_memory) {
  const auto ptx = ptx_of(program, name);
  const auto* const spirv = spirv_with({name, program.module->variant});
  sizes_ = ptx.parameter_sizes;
  values_.resize(sizes_.size());
  declare(declared_arguments(ptx, spirv));
  required_block_ = ptx.required_block;
  // PTX of one's own says it itself.
  if (!required_block_ && spirv != nullptr && program.module->format == backend::kPtxOfOpenClC)
    required_block_ = backend::spirv_required_group(spirv->code, name);
}

std::size_t Kernel::attribute(FunctionAttribute which) const {
  int value = 0;
  check(driver().cuFuncGetAttribute(&value, which, function_), "cuFuncGetAttribute", place_.info());
  return static_cast<std::size_t>(std::max(0, value));
}

void Kernel::keep(std::uint32_t index, const void* value, std::size_t size) {
  const auto* const bytes = static_cast<const std::byte*>(value);
  values_[index].assign(bytes, bytes + size);
}

std::optional<std::string> Kernel::set(std::uint32_t index, std::size_t size, const void* value) {
  const bool is_local = value == nullptr;
  const std::size_t given = is_local ? sizeof(std::uint64_t) : size;
  if (given != sizes_[index])
    return fmt::format("the kernel's PTX takes {} bytes there", sizes_[index]);
  locals_.erase(index);
  if (is_local) {
    locals_[index] = size;
    place_local_memory();
    return std::nullopt;
  }
  keep(index, value, size);
  return std::nullopt;
}

std::optional<std::string> Kernel::set(std::uint32_t index, backend::Memory& memory) {
  const auto& buffer = as_buffer(memory);
  if (buffer.kind() == backend::MemoryKind::kHeap && !may_use_heap_)
    return fmt::format(
        "expected memory that a kernel can use, found heap memory: '{}' does not "
        "reach the process's own",
        place_.info().name);
  const Address address = buffer.address();
  if (sizeof(address) != sizes_[index])
    return fmt::format("expected a value of {} bytes, by the kernel's PTX, found a buffer",
                       sizes_[index]);
  locals_.erase(index);
  keep(index, &address, sizeof(address));
  return std::nullopt;
}

/// A pointer to local memory is an offset into the block's shared memory: the driver's part comes
/// first, then what the kernel declares itself, then the arguments' in their order.
void Kernel::place_local_memory() {
  const std::size_t begin = limits_->reserved_shared_memory + aligned(static_shared_memory_);
  dynamic_shared_memory_ = 0;
  for (const auto& [index, bytes] : locals_) {
    const std::uint64_t offset = begin + dynamic_shared_memory_;
    keep(index, &offset, sizeof(offset));
    dynamic_shared_memory_ += aligned(bytes);
  }
}

void Kernel::refuse_as_over_limit(const std::string& why) const {
  throw Error(Outcome::kOverLimit,
              fmt::format("kernel '{}': {}, on {}", name(), why, place_.info().name));
}

/// The driver says the same of every launch that it refuses: the limit is named here.
void Kernel::require_block(const Sizes& block) const {
  if (required_block_ && block != *required_block_)
    refuse(fmt::format("expected a local size of {}, which its source requires, found {}",
                       text_of(*required_block_), text_of(block)));
  for (std::size_t i = 0; i < 3; ++i)
    if (block[i] > limits_->block[i])
      refuse_as_over_limit(
          fmt::format("a work-group of {} work-items is above the device's "
                      "largest, {}",
                      text_of(block), text_of(limits_->block)));
  const std::size_t threads = block[0] * block[1] * block[2];
  if (threads > most_threads_)
    refuse_as_over_limit(
        fmt::format("a work-group of {} = {} work-items is above the {} that the "
                    "device runs of this kernel",
                    text_of(block), threads, most_threads_));
}

void Kernel::require_shared_memory() const {
  const std::size_t all = aligned(static_shared_memory_) + dynamic_shared_memory_;
  if (dynamic_shared_memory_ != 0 && all > limits_->shared_memory)
    refuse_as_over_limit(
        fmt::format("its local memory, {} bytes by arguments and {} by itself, is above the "
                    "device's limit of {}",
                    dynamic_shared_memory_, static_shared_memory_, limits_->shared_memory));
}

Sizes Kernel::block_for(const backend::Range& range) const {
  Sizes block{1, 1, 1};
  if (range.local[0] != 0) {
    std::copy_n(range.local.begin(), range.dimensions, block.begin());
    return block;
  }
  if (required_block_) return *required_block_;
  std::size_t left = std::min(kUsualBlock, most_threads_);
  for (std::size_t i = 0; std::cmp_less(i, range.dimensions); ++i) {
    block[i] = largest_divisor(range.global[i], std::min(left, limits_->block[i]));
    left /= block[i];
  }
  return block;
}

Grid Kernel::grid_for(const backend::Range& range) {
  const auto block = block_for(range);
  require_block(block);
  require_shared_memory();
  Grid grid;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t global = std::cmp_less(i, range.dimensions) ? range.global[i] : 1;
    if (global % block[i] != 0)
      refuse(fmt::format("expected a global size that its local size {} divides, found {}",
                         text_of(block), text_of(range.global)));
    if (global / block[i] > limits_->grid[i])
      refuse_as_over_limit(
          fmt::format("{} work-groups in dimension {} are above the device's "
                      "limit of {}",
                      global / block[i], i, limits_->grid[i]));
    grid.blocks[i] = static_cast<unsigned>(global / block[i]);
    grid.threads[i] = static_cast<unsigned>(block[i]);
  }
  grid.shared_memory = static_cast<unsigned>(dynamic_shared_memory_);
  return grid;
}

void Kernel::enqueue(const backend::Range& range, CUstream_st* stream) {
  const Grid grid = grid_for(range);
  place_.enter();
  if (dynamic_shared_memory_ + static_shared_memory_ > allowed_shared_memory_) {
    check(driver().cuFuncSetAttribute(function_, kDynamicSharedMemory,
                                      static_cast<int>(dynamic_shared_memory_)),
          "cuFuncSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)", place_.info());
    allowed_shared_memory_ = dynamic_shared_memory_ + static_shared_memory_;
  }
  arguments_.clear();
  for (auto& value : values_) arguments_.push_back(value.data());
  const Result result = launch(function_, grid, stream, arguments_.data());
  if (result != kSuccess)
    throw_failed(result, fmt::format("cuLaunchKernel('{}')", name()), place_.info());
}

}  // namespace tickbench::cuda
