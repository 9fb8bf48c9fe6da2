// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "spirv_module.hpp"

namespace zecpu {

struct SpirvInstruction {
  std::span<std::uint32_t> words;  // the first holds the opcode and the number of words
  std::uint32_t opcode() const;
};

constexpr std::size_t kSpirvHeaderWords = 5;
constexpr std::size_t kSpirvBound = 3;  // the word of a module above all of its ids

/// Adds an instruction to a module.
inline void write_instruction(std::vector<std::uint32_t>& module, std::uint32_t opcode,
                              const std::vector<std::uint32_t>& operands) {
  static constexpr unsigned kCountShift = 16;
  module.push_back(static_cast<std::uint32_t>(operands.size() + 1) << kCountShift | opcode);
  module.insert(module.end(), operands.begin(), operands.end());
}

/// Calls `visit` with every instruction of a validated module, in order.
template <class Visit>
void for_each_instruction(std::vector<std::uint32_t>& words, Visit visit) {
  static constexpr unsigned kCountShift = 16;
  for (std::size_t at = kSpirvHeaderWords; at < words.size();) {
    const std::size_t count = words[at] >> kCountShift;
    visit(SpirvInstruction{std::span(words).subspan(at, count)});
    at += count;
  }
}

/// What a validated module says of its kernels: one pass that collects declarations, from which
/// signatures are then answered. A struct by value is a pointer to private memory with the
/// attribute ByVal: its size is that of what it points to.
class SpirvTypes {
 public:
  explicit SpirvTypes(std::vector<std::uint32_t>& words);

  std::vector<KernelSignature> kernels() const;
  std::vector<std::string> imports() const;
  const std::vector<std::uint32_t>& capabilities() const { return capabilities_; }

 private:
  struct Layout {
    std::size_t size = 0;
    std::size_t alignment = 1;
  };
  struct EntryPoint {
    std::uint32_t function = 0;
    std::string name;
  };
  struct Parameter {
    std::uint32_t id = 0, type = 0;
  };

  void read(const SpirvInstruction& instruction);
  void read_execution_mode(std::span<const std::uint32_t> words);
  void read_variable(std::span<const std::uint32_t> words);
  void read_decoration(std::span<const std::uint32_t> words);
  Layout layout(std::uint32_t type) const;
  Layout struct_layout(std::uint32_t type, std::span<const std::uint32_t> members) const;
  ArgumentType argument(const Parameter& parameter) const;

  std::map<std::uint32_t, std::span<const std::uint32_t>> types_;  // by id: the declaration
  std::map<std::uint32_t, std::uint64_t> constants_;               // lengths of arrays
  std::set<std::uint32_t> packed_, by_value_, built_in_;
  std::vector<EntryPoint> entry_points_;
  std::map<std::uint32_t, std::array<std::uint32_t, 3>> group_sizes_, group_size_hints_;
  std::map<std::uint32_t, std::string> vector_type_hints_;      // by function, as these
  std::map<std::uint32_t, std::vector<Parameter>> parameters_;  // by function
  std::uint32_t current_function_ = 0;
  std::map<std::uint32_t, std::size_t> local_variables_;  // by id: bytes
  std::map<std::uint32_t, std::set<std::uint32_t>> ids_;  // by function: what it names
  std::map<std::uint32_t, std::string> imports_;          // by id
  std::vector<std::uint32_t> capabilities_;
};

}  // namespace zecpu
