// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace tickbench::backend {

/// Opcodes and numbers of the SPIR-V specification, section 3.
enum SpirvOp : std::uint32_t {
  kOpName = 5,
  kOpEntryPoint = 15,
  kOpTypeInt = 21,
  kOpTypeFloat = 22,
  kOpTypeVector = 23,
  kOpTypePointer = 32,
  kOpFunction = 54,
  kOpFunctionParameter = 55,
  kOpDecorate = 71,
};

using SpirvOperands = std::span<const std::uint32_t>;

/// Every whole instruction of a module, in order; none where the bytes are no SPIR-V.
void for_each_instruction(
    std::span<const std::byte> bytes,
    const std::function<void(std::uint32_t opcode, SpirvOperands operands)>& visit);

/// A literal string that begins at the first of `words`.
std::string spirv_literal(SpirvOperands words);

}  // namespace tickbench::backend
