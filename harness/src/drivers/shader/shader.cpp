// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "shader/shader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "base/enumerator_name.hpp"
#include "modules/spirv_module.hpp"

namespace tickbench::shader {
namespace {

using backend::SpirvOperands;
using Space = backend::DeclaredArgument::Space;

/// From here on an entry point lists all variables that it uses.
constexpr std::uint32_t kVersion14 = 0x00010400;

/// No device has room for more: what is above is no interface.
constexpr std::uint64_t kMostPushConstants = 65536;
/// Those below are for the work-group's sizes.
constexpr std::uint32_t kFirstCountId = 3;

constexpr NamesFrom kCapabilities[] = {
    {1, "Shader"},
    {9, "Float16 Float64 Int64 Int64Atomics"},
    {22, "Int16"},
    {39, "Int8"},
    {61,
     "GroupNonUniform GroupNonUniformVote GroupNonUniformArithmetic GroupNonUniformBallot "
     "GroupNonUniformShuffle GroupNonUniformShuffleRelative GroupNonUniformClustered "
     "GroupNonUniformQuad"},
    {4428, "WorkgroupMemoryExplicitLayoutKHR"},
    {4433, "StorageBuffer16BitAccess UniformAndStorageBuffer16BitAccess StoragePushConstant16"},
    {4441, "VariablePointersStorageBuffer VariablePointers"},
    {4448, "StorageBuffer8BitAccess UniformAndStorageBuffer8BitAccess StoragePushConstant8"},
    {4464,
     "DenormPreserve DenormFlushToZero SignedZeroInfNanPreserve RoundingModeRTE RoundingModeRTZ"},
    {5055, "ShaderClockKHR"},
    {5345, "VulkanMemoryModel VulkanMemoryModelDeviceScope PhysicalStorageBufferAddresses"},
    {5595, "AtomicFloat32MinMaxEXT AtomicFloat64MinMaxEXT"},
    {6018, "DotProductInput4x8Bit DotProduct"},
    {6022, "CooperativeMatrixKHR"},
    {6033, "AtomicFloat32AddEXT AtomicFloat64AddEXT"},
};

/// One entry point of one module, read into its interface.
class ShaderReader {
 public:
  ShaderReader(const backend::Module& module, std::string_view kernel)
      : module_(&module), kernel_(kernel), words_(whole_words()), declared_(words_) {}

  Shader read() {
    entry_ = &entry_point();
    shader_.version = words_[1];
    shader_.capabilities = declared_.capabilities;
    read_group();
    for (const auto& variable : declared_.variables)
      if (uses(variable.id)) add(variable);
    std::ranges::stable_sort(locals_, {}, &ShaderArgument::count_id);
    const auto same = std::ranges::adjacent_find(locals_, {}, &ShaderArgument::count_id);
    if (same != locals_.end())
      refuse(
          "the local arrays '{}' and '{}' have one specialization constant, {}: expected one for "
          "each",
          same->declared.name, std::next(same)->declared.name, same->count_id);
    std::ranges::move(locals_, std::back_inserter(shader_.arguments));
    return std::move(shader_);
  }

 private:
  template <class... Parts>
  [[noreturn]] void refuse(fmt::format_string<Parts...> why, Parts&&... parts) const {
    throw_error(Outcome::kInvalidBenchmark, "kernel '{}' of '{}': {}", kernel_, module_->name,
                fmt::format(why, std::forward<Parts>(parts)...));
  }
  template <class... Parts>
  [[noreturn]] void refuse_module(fmt::format_string<Parts...> why, Parts&&... parts) const {
    throw_error(Outcome::kBuildFailed, "the module '{}': {}", module_->name,
                fmt::format(why, std::forward<Parts>(parts)...));
  }

  std::vector<std::uint32_t> whole_words() const {
    if (!backend::is_spirv(module_->code))
      refuse_module("expected SPIR-V (magic word 0x07230203), found {} other bytes",
                    module_->code.size());
    auto words = backend::spirv_words(module_->code);
    const auto end =
        backend::for_each_spirv_instruction(words, [](std::uint32_t, SpirvOperands) {});
    if (end != words.size())
      refuse_module(
          "broken SPIR-V: the instruction at word {} has a length of {}, and the module ends at "
          "word {}",
          end, words[end] >> 16, words.size());
    return words;
  }

  const backend::SpirvEntryPoint& entry_point() const {
    std::vector<std::string> names;
    for (const auto& entry : declared_.entry_points) {
      if (entry.name == kernel_) return entry;
      names.push_back(entry.name);
    }
    refuse("expected an entry point of this name for compute (GLCompute), found: {}",
           names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")));
  }

  /// Before version 1.4 nothing says which variables are a kernel's: all are.
  bool uses(std::uint32_t variable) const {
    return shader_.version < kVersion14 ||
           std::ranges::find(entry_->interface, variable) != entry_->interface.end();
  }

  void read_group() {
    const auto ids = declared_.group_ids.find(entry_->function);
    const auto sizes = declared_.group_sizes.find(entry_->function);
    for (std::size_t i = 0; i < 3; ++i) {
      if (declared_.group)
        shader_.group[i] = group_size((*declared_.group)[i]);
      else if (ids != declared_.group_ids.end())
        shader_.group[i] = group_size(ids->second[i]);
      else if (sizes != declared_.group_sizes.end())
        shader_.group[i].size = sizes->second[i];
      else
        refuse_module("broken SPIR-V: no size of work-group (LocalSize)");
      if (shader_.group[i].size == 0) refuse_module("broken SPIR-V: a work-group's size of 0");
    }
  }

  ShaderGroupSize group_size(std::uint32_t id) const {
    const auto* const constant = declared_.constant(id);
    if (constant == nullptr || constant->value > std::numeric_limits<std::uint32_t>::max())
      refuse_module("broken SPIR-V: the work-group's size, id {}: expected a constant of 32 bits",
                    id);
    if (constant->is_specialized && !constant->id)
      refuse(
          "a size of its work-group is an expression: expected a number, or one "
          "specialization constant (local_size_x_id)");
    return {constant->id, static_cast<std::uint32_t>(constant->value)};
  }

  void add(const backend::SpirvModule::Variable& variable) {
    const auto* const type = declared_.type(variable.type);
    if (variable.storage == backend::kPushConstant)
      add_push_constants(variable, type);
    else if (variable.storage == backend::kWorkgroup)
      add_local(variable, type);
    else if (variable.storage == backend::kUniformConstant ||
             variable.storage == backend::kUniform || variable.storage == backend::kStorageBuffer)
      refuse(
          "{} is bound by a descriptor: expected all arguments in one block of push constants, "
          "buffers as addresses (buffer_reference)",
          named(variable, type));
  }

  /// A block without a name of its own has its type's.
  std::string named(const backend::SpirvModule::Variable& variable,
                    const backend::SpirvType* type) const {
    auto name = declared_.name(variable.id);
    if (name.empty() && type != nullptr) name = declared_.name(variable.type);
    return name.empty() ? fmt::format("the variable of id {}", variable.id)
                        : fmt::format("'{}'", name);
  }

  void add_push_constants(const backend::SpirvModule::Variable& variable,
                          const backend::SpirvType* type) {
    if (std::exchange(has_push_constants_, true))
      refuse(
          "two blocks of push constants, of which SPIR-V {}.{} does not say whose they are: "
          "expected one, or SPIR-V 1.4 or newer",
          shader_.version >> 16 & 0xFF, shader_.version >> 8 & 0xFF);
    if (type == nullptr || type->opcode != backend::kOpTypeStruct)
      refuse_module("broken SPIR-V: push constants that are no struct");
    std::uint64_t end = 0;
    for (std::uint32_t i = 0; i < type->parts.size(); ++i) {
      shader_.arguments.push_back(pushed(variable.type, *type, i));
      end = std::max<std::uint64_t>(
          end, std::uint64_t{shader_.arguments.back().offset} + shader_.arguments.back().size);
    }
    if (end > kMostPushConstants)
      refuse_module(
          "broken SPIR-V: {} bytes of push constants, above the {} that any device could have", end,
          kMostPushConstants);
    shader_.push_constant_size = static_cast<std::uint32_t>((end + 3) / 4 * 4);
  }

  ShaderArgument pushed(std::uint32_t block_id, const backend::SpirvType& block,
                        std::uint32_t i) const {
    ShaderArgument argument;
    argument.declared.name = declared_.member_name(block_id, i);
    argument.offset = block.offsets[i];
    const auto* const type = declared_.type(block.parts[i]);
    const auto size = declared_.member_size(block_id, block.parts[i], i);
    if (type == nullptr || type->varies || size == 0 || size > kMostPushConstants)
      refuse(
          "argument {} '{}': expected a number, a vector, a struct, or a buffer's address "
          "(buffer_reference), found a type of no known size",
          i, argument.declared.name);
    argument.size = static_cast<std::uint32_t>(size);
    const bool is_address =
        type->opcode == backend::kOpTypePointer && type->storage == backend::kPhysicalStorageBuffer;
    argument.declared.space = is_address ? Space::kGlobal : Space::kPrivate;
    argument.declared.type = is_address           ? declared_.pointer_name(*type)
                             : type->name.empty() ? "struct"
                                                  : type->name;
    return argument;
  }

  void add_local(const backend::SpirvModule::Variable& variable, const backend::SpirvType* type) {
    if (type == nullptr) refuse_module("broken SPIR-V: {} has no type", named(variable, type));
    if (!type->varies) {
      shader_.local_memory += type->size;
      return;
    }
    const auto* const length = declared_.constant(type->length);
    const auto* const element = type->parts.empty() ? nullptr : declared_.type(type->parts[0]);
    if (length == nullptr || !length->id || element == nullptr || element->varies ||
        element->size == 0 || element->size > std::numeric_limits<std::uint32_t>::max())
      refuse(
          "the length of the local array {} is an expression: expected a number, or one "
          "specialization constant (layout(constant_id = 3) and on)",
          named(variable, type));
    if (*length->id < kFirstCountId)
      refuse(
          "the length of the local array {} is the specialization constant {}: expected {} or "
          "more; those below are the sizes of the work-group",
          named(variable, type), *length->id, kFirstCountId);
    locals_.push_back({{Space::kLocal, (element->name.empty() ? "struct" : element->name) + "*",
                        declared_.name(variable.id)},
                       0,
                       static_cast<std::uint32_t>(element->size),
                       *length->id});
  }

  const backend::Module* module_;
  std::string_view kernel_;
  std::vector<std::uint32_t> words_;
  backend::SpirvModule declared_;
  const backend::SpirvEntryPoint* entry_ = nullptr;
  Shader shader_;
  std::vector<ShaderArgument> locals_;
  bool has_push_constants_ = false;
};

}  // namespace

Shader find_shader(const backend::Module& module, std::string_view kernel) {
  return ShaderReader(module, kernel).read();
}

std::vector<ShaderArgument> ordered_as(std::span<const backend::Argument> given,
                                       std::span<const ShaderArgument> arguments) {
  std::vector<ShaderArgument> ordered(arguments.begin(), arguments.end());
  for (std::size_t i = 0; i < std::min(given.size(), ordered.size()); ++i) {
    const bool is_local = given[i].kind == backend::Argument::Kind::kLocal;
    const auto next = std::find_if(ordered.begin() + static_cast<std::ptrdiff_t>(i), ordered.end(),
                                   [&](const ShaderArgument& argument) {
                                     return (argument.declared.space == Space::kLocal) == is_local;
                                   });
    if (next != ordered.end())
      std::rotate(ordered.begin() + static_cast<std::ptrdiff_t>(i), next, std::next(next));
  }
  return ordered;
}

std::string capability_name(std::uint32_t capability) {
  const auto name = number_name(kCapabilities, capability, "");
  return name.empty() ? std::to_string(capability) : std::string(name);
}

}  // namespace tickbench::shader
