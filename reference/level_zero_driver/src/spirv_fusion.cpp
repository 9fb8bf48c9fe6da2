// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "spirv_fusion.hpp"

#include <spirv/unified1/OpenCL.std.h>

#include <optional>
#include <spirv/unified1/spirv.hpp>
#include <string_view>

#include "spirv_types.hpp"

namespace zecpu {
namespace {

constexpr std::string_view kOpenCl = "OpenCL.std";

bool is_opencl(const SpirvInstruction& import) {
  const auto words = import.words.subspan(2);
  const std::string_view name(reinterpret_cast<const char*>(words.data()), words.size_bytes());
  return name.substr(0, name.find('\0')) == kOpenCl;
}

}  // namespace

bool has_fused_multiply_add() noexcept {
#if defined(__x86_64__)
  return __builtin_cpu_supports("fma") != 0;
#elif defined(__aarch64__)
  return true;
#else
  return false;
#endif
}

void fuse_multiply_add(std::vector<std::uint32_t>& words) {
  std::optional<std::uint32_t> opencl;
  for_each_instruction(words, [&](const SpirvInstruction& instruction) {
    const auto operands = instruction.words;
    if (instruction.opcode() == spv::OpExtInstImport && operands.size() > 2 &&
        is_opencl(instruction))
      opencl = operands[1];
    // Result type, result, set, instruction.
    if (instruction.opcode() == spv::OpExtInst && operands.size() > 4 && opencl == operands[3] &&
        operands[4] == OpenCLLIB::Mad)
      operands[4] = OpenCLLIB::Fma;
  });
}

}  // namespace zecpu
