// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/spirv.hpp"

#include <cstring>
#include <map>

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

std::uint32_t swap_bytes(std::uint32_t word) noexcept {
  return (word >> 24) | ((word >> 8) & 0xFF00U) | ((word << 8) & 0xFF0000U) | (word << 24);
}

/// In this machine's byte order.
std::vector<std::uint32_t> words_of(std::span<const std::byte> bytes) {
  std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
  if (words[0] == kSwappedMagic)
    for (auto& word : words) word = swap_bytes(word);
  return words;
}

}  // namespace

bool is_spirv(std::span<const std::byte> bytes) noexcept {
  if (bytes.size() < kHeaderWords * sizeof(std::uint32_t) ||
      bytes.size() % sizeof(std::uint32_t) != 0)
    return false;
  std::uint32_t magic = 0;
  std::memcpy(&magic, bytes.data(), sizeof(magic));
  return magic == kMagic || magic == kSwappedMagic;
}

void for_each_instruction(std::span<const std::byte> bytes,
                          const std::function<void(std::uint32_t, SpirvOperands)>& visit) {
  if (!is_spirv(bytes)) return;
  const auto words = words_of(bytes);
  for (std::size_t i = kHeaderWords; i < words.size();) {
    const std::size_t length = words[i] >> 16;
    if (length == 0 || i + length > words.size()) break;
    visit(words[i] & 0xFFFFU, std::span(words).subspan(i + 1, length - 1));
    i += length;
  }
}

/// Its first byte is in the low byte of the first word, and a zero byte closes it.
std::string spirv_literal(SpirvOperands words) {
  std::string text;
  for (const auto word : words)
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const char c = static_cast<char>((word >> shift) & 0xFFU);
      if (c == '\0') return text;
      text.push_back(c);
    }
  return text;
}

std::vector<std::string> spirv_entry_points(std::span<const std::byte> bytes) {
  std::vector<std::string> names;
  for_each_instruction(bytes, [&](std::uint32_t opcode, SpirvOperands operands) {
    // The execution model and the function's id come first.
    if (opcode == kOpEntryPoint && operands.size() > 2)
      names.push_back(spirv_literal(operands.subspan(2)));
  });
  return names;
}

std::vector<std::string> spirv_imports(std::span<const std::byte> bytes) {
  std::vector<std::string> names;
  for_each_instruction(bytes, [&](std::uint32_t opcode, SpirvOperands operands) {
    if (opcode == kOpDecorate && operands.size() > 3 && operands[1] == kLinkageAttributes &&
        operands.back() == kImport)
      names.push_back(spirv_literal(operands.subspan(2)));
  });
  return names;
}

namespace {

using Space = DeclaredArgument::Space;

// Section 3.7 of the SPIR-V specification: storage classes.
constexpr std::uint32_t kUniformConstant = 0;
constexpr std::uint32_t kWorkgroup = 4;
constexpr std::uint32_t kCrossWorkgroup = 5;

std::string integer_name(std::uint32_t width) {
  switch (width) {
    case 8:
      return "char";
    case 16:
      return "short";
    case 32:
      return "int";
    default:
      return "long";
  }
}

std::string float_name(std::uint32_t width) {
  return width == 16 ? "half" : width == 32 ? "float" : "double";
}

/// What a module declares, by id.
class Declarations {
 public:
  explicit Declarations(std::span<const std::byte> bytes) {
    for_each_instruction(bytes, [this](std::uint32_t opcode, SpirvOperands operands) {
      if (operands.size() >= 2) add(opcode, operands);
    });
  }

  std::optional<std::uint32_t> entry_point(std::string_view kernel) const {
    const auto found = entry_points_.find(std::string(kernel));
    if (found == entry_points_.end()) return std::nullopt;
    return found->second;
  }

  std::vector<DeclaredArgument> arguments(std::uint32_t function, std::string_view kernel) const {
    std::vector<DeclaredArgument> arguments;
    const auto parameters = parameters_.find(function);
    if (parameters == parameters_.end()) return arguments;
    for (const auto& [id, type] : parameters->second)
      arguments.push_back({type.space, type.name, name_of(id, kernel, arguments.size())});
    return arguments;
  }

 private:
  struct Type {
    Space space = Space::kPrivate;
    std::string name;
  };
  struct Parameter {
    std::uint32_t id = 0;
    Type type;
  };

  void add(std::uint32_t opcode, SpirvOperands operands) {
    switch (opcode) {
      case kOpName:
        names_[operands[0]] = spirv_literal(operands.subspan(1));
        break;
      case kOpEntryPoint:
        if (operands.size() > 2) entry_points_[spirv_literal(operands.subspan(2))] = operands[1];
        break;
      case kOpTypeInt:
        types_[operands[0]].name = integer_name(operands[1]);
        break;
      case kOpTypeFloat:
        types_[operands[0]].name = float_name(operands[1]);
        break;
      case kOpTypeVector:
        if (operands.size() > 2)
          types_[operands[0]].name = types_[operands[1]].name + std::to_string(operands[2]);
        break;
      case kOpTypePointer:
        if (operands.size() > 2) add_pointer(operands);
        break;
      case kOpFunction:
        function_ = operands[1];
        break;
      case kOpFunctionParameter:
        parameters_[function_].push_back({operands[1], types_[operands[0]]});
        break;
      default:
        break;
    }
  }

  /// A pointer into the function's own memory is a struct that is passed by value.
  void add_pointer(SpirvOperands operands) {
    auto& type = types_[operands[0]];
    switch (operands[1]) {
      case kUniformConstant:
        type.space = Space::kConstant;
        break;
      case kWorkgroup:
        type.space = Space::kLocal;
        break;
      case kCrossWorkgroup:
        type.space = Space::kGlobal;
        break;
      default:
        type.name = "struct";
        return;
    }
    const auto& pointee = types_[operands[2]].name;
    type.name = (pointee.empty() ? "struct" : pointee) + "*";
  }

  /// llvm-spirv calls a kernel from an entry point without names: they are at the function that
  /// has the kernel's name.
  std::string name_of(std::uint32_t id, std::string_view kernel, std::size_t index) const {
    if (const auto own = names_.find(id); own != names_.end()) return own->second;
    for (const auto& [function, parameters] : parameters_) {
      const auto name = names_.find(function);
      if (name == names_.end() || name->second != kernel || index >= parameters.size()) continue;
      const auto found = names_.find(parameters[index].id);
      if (found != names_.end()) return found->second;
    }
    return {};
  }

  std::map<std::uint32_t, std::string> names_;
  std::map<std::string, std::uint32_t> entry_points_;
  std::map<std::uint32_t, Type> types_;
  std::map<std::uint32_t, std::vector<Parameter>> parameters_;  ///< by function
  std::uint32_t function_ = 0;
};

}  // namespace

std::optional<std::vector<DeclaredArgument>> spirv_arguments(std::span<const std::byte> bytes,
                                                             std::string_view kernel) {
  const Declarations declarations(bytes);
  const auto function = declarations.entry_point(kernel);
  if (!function) return std::nullopt;
  return declarations.arguments(*function, kernel);
}

}  // namespace tickbench::backend
