// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/spirv.hpp"

#include <cstdint>
#include <cstring>
#include <map>
#include <utility>

namespace tickbench::backend {
namespace {

// Section 2.3 of the SPIR-V specification: five words of header; an instruction's first word holds
// its length in words above its opcode.
constexpr std::uint32_t kMagic = 0x07230203;
constexpr std::uint32_t kSwappedMagic = 0x03022307;
constexpr std::size_t kHeaderWords = 5;
// Section 3: a LinkageAttributes decoration, and the last of its words for a symbol to be imported.
constexpr std::uint32_t kLinkageAttributes = 41;
constexpr std::uint32_t kImport = 1;
// Section 3.6: the execution mode that reqd_work_group_size becomes.
constexpr std::uint32_t kLocalSize = 17;
// Section 3.7: storage classes.
constexpr std::uint32_t kUniformConstant = 0;
constexpr std::uint32_t kWorkgroup = 4;
constexpr std::uint32_t kCrossWorkgroup = 5;

/// Opcodes of the SPIR-V specification, section 3.
enum SpirvOp : std::uint32_t {
  kOpName = 5,
  kOpEntryPoint = 15,
  kOpExecutionMode = 16,
  kOpTypeInt = 21,
  kOpTypeFloat = 22,
  kOpTypeVector = 23,
  kOpTypePointer = 32,
  kOpFunction = 54,
  kOpFunctionParameter = 55,
  kOpDecorate = 71,
};

using Space = DeclaredArgument::Space;
using Operands = std::span<const std::uint32_t>;

/// In this machine's byte order.
std::vector<std::uint32_t> words_of(std::span<const std::byte> bytes) {
  std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
  if (words[0] == kSwappedMagic)
    for (auto& word : words) word = __builtin_bswap32(word);
  return words;
}

/// Calls `visit(opcode, operands)` for every whole instruction of a module, in order; none where
/// the bytes are no SPIR-V.
template <class Visit>
void for_each_instruction(std::span<const std::byte> bytes, const Visit& visit) {
  if (!is_spirv(bytes)) return;
  const auto words = words_of(bytes);
  for (std::size_t i = kHeaderWords; i < words.size();) {
    const std::size_t length = words[i] >> 16;
    if (length == 0 || i + length > words.size()) break;
    visit(words[i] & 0xFFFFU, std::span(words).subspan(i + 1, length - 1));
    i += length;
  }
}

/// A string: its first byte is in the low byte of the first word, and a zero byte closes it.
std::string literal(Operands words) {
  std::string text;
  for (const auto word : words)
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const char c = static_cast<char>((word >> shift) & 0xFFU);
      if (c == '\0') return text;
      text.push_back(c);
    }
  return text;
}

std::string integer_name(std::uint32_t width) {
  return width == 8 ? "char" : width == 16 ? "short" : width == 32 ? "int" : "long";
}

std::string float_name(std::uint32_t width) {
  return width == 16 ? "half" : width == 32 ? "float" : "double";
}

/// What a module declares, by id.
class Declarations {
 public:
  explicit Declarations(std::span<const std::byte> bytes) {
    for_each_instruction(bytes, [this](std::uint32_t opcode, Operands operands) {
      if (operands.size() >= 2) add(opcode, operands);
    });
  }

  std::optional<std::vector<DeclaredArgument>> arguments(const std::string& kernel) const {
    const auto function = entry_points_.find(kernel);
    if (function == entry_points_.end()) return std::nullopt;
    std::vector<DeclaredArgument> arguments;
    if (const auto found = parameters_.find(function->second); found != parameters_.end())
      for (const auto& [id, type] : found->second)
        arguments.push_back({type.space, type.name, name_of(id, kernel, arguments.size())});
    return arguments;
  }

 private:
  struct Type {
    Space space = Space::kPrivate;
    std::string name;
  };

  void add(std::uint32_t opcode, Operands operands) {
    const bool is_longer = operands.size() > 2;
    if (opcode == kOpName)
      names_[operands[0]] = literal(operands.subspan(1));
    else if (opcode == kOpEntryPoint && is_longer)
      entry_points_[literal(operands.subspan(2))] = operands[1];
    else if (opcode == kOpTypeInt)
      types_[operands[0]].name = integer_name(operands[1]);
    else if (opcode == kOpTypeFloat)
      types_[operands[0]].name = float_name(operands[1]);
    else if (opcode == kOpTypeVector && is_longer)
      types_[operands[0]].name = types_[operands[1]].name + std::to_string(operands[2]);
    else if (opcode == kOpTypePointer && is_longer)
      types_[operands[0]] = pointer(operands[1], types_[operands[2]].name);
    else if (opcode == kOpFunction)
      function_ = operands[1];
    else if (opcode == kOpFunctionParameter)
      parameters_[function_].emplace_back(operands[1], types_[operands[0]]);
  }

  /// A pointer into the function's own memory is a struct that is passed by value.
  static Type pointer(std::uint32_t storage, const std::string& to) {
    const auto name = (to.empty() ? "struct" : to) + "*";
    if (storage == kUniformConstant) return {Space::kConstant, name};
    if (storage == kWorkgroup) return {Space::kLocal, name};
    if (storage == kCrossWorkgroup) return {Space::kGlobal, name};
    return {Space::kPrivate, "struct"};
  }

  /// llvm-spirv calls a kernel from an entry point without names: they are at the function that
  /// has the kernel's name.
  std::string name_of(std::uint32_t id, std::string_view kernel, std::size_t index) const {
    if (const auto own = names_.find(id); own != names_.end()) return own->second;
    for (const auto& [function, parameters] : parameters_) {
      const auto name = names_.find(function);
      if (name == names_.end() || name->second != kernel || index >= parameters.size()) continue;
      const auto found = names_.find(parameters[index].first);
      if (found != names_.end()) return found->second;
    }
    return {};
  }

  std::map<std::uint32_t, std::string> names_;
  std::map<std::string, std::uint32_t> entry_points_;
  std::map<std::uint32_t, Type> types_;
  /// By function.
  std::map<std::uint32_t, std::vector<std::pair<std::uint32_t, Type>>> parameters_;
  std::uint32_t function_ = 0;
};

}  // namespace

bool is_spirv(std::span<const std::byte> bytes) noexcept {
  if (bytes.size() < kHeaderWords * sizeof(std::uint32_t) ||
      bytes.size() % sizeof(std::uint32_t) != 0)
    return false;
  std::uint32_t magic = 0;
  std::memcpy(&magic, bytes.data(), sizeof(magic));
  return magic == kMagic || magic == kSwappedMagic;
}

std::vector<std::string> spirv_entry_points(std::span<const std::byte> bytes) {
  std::vector<std::string> names;
  for_each_instruction(bytes, [&](std::uint32_t opcode, Operands operands) {
    // The execution model and the function's id come first.
    if (opcode == kOpEntryPoint && operands.size() > 2)
      names.push_back(literal(operands.subspan(2)));
  });
  return names;
}

std::vector<std::string> spirv_imports(std::span<const std::byte> bytes) {
  std::vector<std::string> names;
  for_each_instruction(bytes, [&](std::uint32_t opcode, Operands operands) {
    if (opcode == kOpDecorate && operands.size() > 3 && operands[1] == kLinkageAttributes &&
        operands.back() == kImport)
      names.push_back(literal(operands.subspan(2)));
  });
  return names;
}

std::optional<std::array<std::size_t, 3>> spirv_required_group(std::span<const std::byte> bytes,
                                                               std::string_view kernel) {
  std::optional<std::uint32_t> entry_point;
  std::optional<std::array<std::size_t, 3>> group;
  // All entry points stand before all modes.
  for_each_instruction(bytes, [&](std::uint32_t opcode, Operands operands) {
    if (opcode == kOpEntryPoint && operands.size() > 2 && literal(operands.subspan(2)) == kernel)
      entry_point = operands[1];
    if (opcode == kOpExecutionMode && operands.size() == 5 && entry_point == operands[0] &&
        operands[1] == kLocalSize)
      group = {operands[2], operands[3], operands[4]};
  });
  return group;
}

std::optional<std::vector<DeclaredArgument>> spirv_arguments(std::span<const std::byte> bytes,
                                                             std::string_view kernel) {
  return Declarations(bytes).arguments(std::string(kernel));
}

}  // namespace tickbench::backend
