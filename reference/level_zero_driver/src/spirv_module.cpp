// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "spirv_module.hpp"

#include <algorithm>
#include <cstring>
#include <spirv-tools/libspirv.hpp>
#include <spirv/unified1/spirv.hpp>
#include <sstream>

#include "spirv_atomics.hpp"
#include "spirv_fusion.hpp"
#include "spirv_kernel.hpp"
#include "spirv_repair.hpp"
#include "spirv_types.hpp"

namespace zecpu {
namespace {

std::vector<std::uint32_t> checked_words(std::span<const std::byte> bytes) {
  std::uint32_t magic = 0;
  if (bytes.size() >= sizeof magic) std::memcpy(&magic, bytes.data(), sizeof magic);
  if (magic != spv::MagicNumber || bytes.size() % sizeof magic != 0) {
    std::ostringstream text;
    text << "expected SPIR-V, whole words that begin with 0x" << std::hex << spv::MagicNumber
         << ", found " << std::dec << bytes.size() << " bytes that begin with 0x" << std::hex
         << magic;
    throw BadSpirv(text.str());
  }
  std::vector<std::uint32_t> words(bytes.size() / sizeof magic);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

/// The second word of a module: 0x00010400 of SPIR-V 1.4.
unsigned version_word(const std::vector<std::uint32_t>& words) {
  return words.size() > 1 ? words[1] : 0;
}
constexpr unsigned kFirstVersion = 0x10000, kMinorShift = 8;

void check_version(const std::vector<std::uint32_t>& words) {
  static constexpr unsigned kNewest = kFirstVersion | kNewestSpirvMinor << kMinorShift;
  const unsigned version = version_word(words);
  if (version <= kNewest) return;
  throw BadSpirv("the module is SPIR-V " + std::to_string(version >> 16) + '.' +
                 std::to_string(version >> kMinorShift & 0xff) + ": the newest that is read is 1." +
                 std::to_string(kNewestSpirvMinor));
}

// Gives a specialization constant of `bits` bits another default.
void rewrite(const SpirvInstruction& instruction, const void* value, std::uint32_t bits) {
  switch (instruction.opcode()) {
    case spv::OpSpecConstantTrue:
    case spv::OpSpecConstantFalse: {
      const bool is_true = *static_cast<const std::uint8_t*>(value) != 0;
      instruction.words[0] = (instruction.words[0] & ~spv::OpCodeMask) |
                             (is_true ? spv::OpSpecConstantTrue : spv::OpSpecConstantFalse);
      return;
    }
    case spv::OpSpecConstant: {
      // Result type, result, then the literal: one word, or two of which the low one is first.
      const auto literal = instruction.words.subspan(3);
      std::fill(literal.begin(), literal.end(), 0U);
      std::memcpy(literal.data(), value, std::min<std::size_t>(bits / 8, literal.size_bytes()));
      return;
    }
    default:
      return;
  }
}

}  // namespace

SpirvModule::SpirvModule(std::span<const std::byte> bytes, const SpecializationConstants& constants)
    : words_(checked_words(bytes)) {
  check_version(words_);
  validate();
  specialize(constants);
  make_atomics_global(words_);
  if (has_fused_multiply_add()) fuse_multiply_add(words_);
  reflect();
}

bool takes_objects(const KernelSignature& kernel) {
  return std::any_of(
      kernel.arguments.begin(), kernel.arguments.end(),
      [](const ArgumentType& type) { return type.kind == ArgumentKind::kUnsupported; });
}

unsigned SpirvModule::minor_version() const { return version_word(words_) >> kMinorShift & 0xff; }

SpirvModule SpirvModule::with_code_of(const std::set<std::string>& kernels) const {
  SpirvModule kept = *this;
  kept.words_ = only_kernels(words_, kernels);
  return kept;
}

void SpirvModule::validate() {
  // That of OpenCL knows no capability of an extension: 64-bit atomics.
  spvtools::SpirvTools checker(SPV_ENV_UNIVERSAL_1_4);
  std::ostringstream log;
  checker.SetMessageConsumer(
      [&](spv_message_level_t, const char*, const spv_position_t& position, const char* message) {
        log << "SPIR-V word " << position.index << ": " << message << '\n';
      });
  if (checker.Validate(words_)) return;
  const std::string as_given = log.str();
  repair_spirv(words_);
  if (!checker.Validate(words_)) throw BadSpirv("the module is not valid SPIR-V:\n" + as_given);
}

void SpirvModule::specialize(const SpecializationConstants& constants) {
  if (constants.empty()) return;
  std::map<std::uint32_t, const void*> values;  // by result id
  std::map<std::uint32_t, std::uint32_t> bits;  // by type id
  SpecializationConstants unknown = constants;
  for_each_instruction(words_, [&](const SpirvInstruction& instruction) {
    const auto words = instruction.words;
    switch (instruction.opcode()) {
      case spv::OpDecorate:
        if (words[2] != spv::DecorationSpecId) return;
        if (const auto constant = constants.find(words[3]); constant != constants.end()) {
          values[words[1]] = constant->second;
          unknown.erase(constant->first);
        }
        return;
      case spv::OpTypeInt:
      case spv::OpTypeFloat:
        bits[words[1]] = words[2];
        return;
      case spv::OpSpecConstantTrue:
      case spv::OpSpecConstantFalse:
      case spv::OpSpecConstant:
        if (const auto value = values.find(words[2]); value != values.end())
          rewrite(instruction, value->second, bits[words[1]]);
        return;
      default:
        return;
    }
  });
  if (!unknown.empty())
    throw BadSpirv("no specialization constant has the id " +
                   std::to_string(unknown.begin()->first));
}

void SpirvModule::reflect() {
  SpirvTypes types(words_);
  kernels_ = types.kernels();
  imports_ = types.imports();
  capabilities_ = types.capabilities();
}

}  // namespace zecpu
