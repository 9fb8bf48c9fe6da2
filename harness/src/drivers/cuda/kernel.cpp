// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/kernel.hpp"

#include <fmt/format.h>

#include <iterator>

#include "modules/modules.hpp"
#include "modules/ptx.hpp"
#include "modules/spirv.hpp"

namespace tickbench::cuda {
namespace {

// A log that is longer is cut by the driver.
constexpr std::size_t kLogBytes = std::size_t{1} << 16;

/// An option's value, which the driver takes as a pointer whatever it is.
void* as_value(std::size_t number) {
  void* value = nullptr;
  std::memcpy(&value, &number, sizeof(value));
  return value;
}

/// Those that say something of the module, or of what would compile it: no image, none for this
/// device, invalid PTX, no compiler, PTX that is too new, no compiling here, no such symbol.
bool concerns_build(Result result) {
  constexpr Result kBuildResults[] = {200, 209, 218, 221, 222, 223, 300, 302};
  return std::find(std::begin(kBuildResults), std::end(kBuildResults), result) !=
         std::end(kBuildResults);
}

/// Any type's alignment.
constexpr std::size_t kLocalAlignment = 16;
std::size_t aligned(std::size_t bytes) { return backend::rounded_up(bytes, kLocalAlignment); }

/// The SPIR-V that has this kernel beside its PTX; null where it is not embedded.
const backend::Module* spirv_with(const backend::KernelName& kernel) {
  const auto found = backend::modules_with(backend::modules(), backend::kSpirv, kernel);
  return found.size() == 1 ? found.front() : nullptr;
}

/// Whether an argument has the size that the PTX says.
bool fits(const backend::DeclaredArgument& declared, std::size_t size) {
  using Space = backend::DeclaredArgument::Space;
  const auto known =
      declared.space == Space::kPrivate ? backend::type_size(declared.type) : sizeof(std::uint64_t);
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

backend::PtxKernel find_ptx(const Program& program, std::string_view name) {
  for (auto& kernel : backend::ptx_kernels(program.module->text()))
    if (kernel.name == name) return kernel;
  throw_error(Outcome::kInvalidBenchmark, "'{}': expected a kernel '{}', found none",
              program.module->name, name);
}

}  // namespace

ModuleHandle load_module(const std::string& ptx, std::string_view name, const Place& place) {
  const auto entered = place.enter();
  std::string log(kLogBytes, '\0');
  constexpr unsigned kOptions = 2;
  int options[kOptions] = {kErrorLog, kErrorLogBytes};
  void* values[kOptions] = {log.data(), as_value(log.size() - 1)};
  CUmod_st* module = nullptr;
  const Result result =
      driver().cuModuleLoadDataEx(&module, ptx.c_str(), kOptions, options, values);
  if (result == kSuccess) return ModuleHandle(module);
  const auto& info = place.info();
  if (!concerns_build(result)) check.fail(result, "cuModuleLoadDataEx", info);
  backend::throw_build_failed(name, info.name, "cuModuleLoadDataEx: " + describe_result(result),
                              log.c_str());
}

CUfunc_st* find_function(const ModuleHandle& module, const std::string& kernel,
                         const Place& place) {
  const auto entered = place.enter();
  CUfunc_st* function = nullptr;
  const Result result = driver().cuModuleGetFunction(&function, module.get(), kernel.c_str());
  if (result != kSuccess)
    check.fail(result, fmt::format("cuModuleGetFunction('{}')", kernel), place.info());
  return function;
}

/// PTX of the user's own goes before what was made of OpenCL C.
const Program& Programs::with_kernel(const backend::KernelName& kernel) {
  const auto& module = backend::module_for(
      kernel, {backend::kPtx, backend::kOpenClCPtx}, "CUDA",
      {{backend::kCudaCpp, "CUDA C++",
        "build with nvcc, or clang and the CUDA toolkit, or embed a .ptx file"},
       {backend::kOpenClC, "OpenCL C",
        "build with clang and its libclc (package libclc-N), or embed a .ptx file"}});
  // The driver takes text that ends with a zero.
  return backend::kept(loaded_, module.code.data(), [&] {
    return Program{load_module(std::string(module.text()), module.name, place_), &module};
  });
}

Kernel::Kernel(const Program& program, const std::string& name, bool may_use_heap,
               const Place& place, const LaunchLimits& limits)
    : GridKernel(name, *program.module, place.info()),
      place_(place),
      limits_(limits),
      may_use_heap_(may_use_heap),
      function_(find_function(program.handle, name, place)),
      static_shared_memory_(attribute(kStaticSharedMemory)),
      allowed_shared_memory_(limits.usual_shared_memory) {
  limits_.work_items = attribute(kMaxFunctionThreads);
  const auto ptx = find_ptx(program, name);
  const auto* const spirv = spirv_with({name, program.module->variant});
  sizes_ = ptx.parameter_sizes;
  values_.resize(sizes_.size());
  declare(declared_arguments(ptx, spirv));
  auto required = ptx.required_block;
  // PTX of one's own says it itself.
  if (!required && spirv != nullptr && program.module->format == backend::kOpenClCPtx)
    required = backend::spirv_required_group(spirv->code, name);
  if (required) required_block_ = *required;
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
  const std::size_t begin = limits_.reserved_shared_memory + aligned(static_shared_memory_);
  dynamic_shared_memory_ = 0;
  for (const auto& [index, bytes] : locals_) {
    const std::uint64_t offset = begin + dynamic_shared_memory_;
    keep(index, &offset, sizeof(offset));
    dynamic_shared_memory_ += aligned(bytes);
  }
}

void Kernel::enqueue(const backend::Range& range, CUstream_st* stream) {
  const auto grid = grid_for(range, required_block_, limits_,
                             {dynamic_shared_memory_, aligned(static_shared_memory_)});
  const auto entered = place_.enter();
  if (dynamic_shared_memory_ + static_shared_memory_ > allowed_shared_memory_) {
    check(driver().cuFuncSetAttribute(function_, kDynamicSharedMemory,
                                      static_cast<int>(dynamic_shared_memory_)),
          "cuFuncSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)", place_.info());
    allowed_shared_memory_ = dynamic_shared_memory_ + static_shared_memory_;
  }
  arguments_.clear();
  for (auto& value : values_) arguments_.push_back(value.data());
  const Result result = launch(function_, grid, dynamic_shared_memory_, stream, arguments_.data());
  if (result != kSuccess)
    check.fail(result, fmt::format("cuLaunchKernel('{}')", name()), place_.info());
}

}  // namespace tickbench::cuda
