// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace zecpu {

/// An instruction of which is known which words are ids.
struct ParsedInstruction {
  std::uint32_t opcode = 0, type = 0, result = 0;  // 0: it has none
  std::uint32_t function = 0;                      // that it stands in
  std::vector<std::uint32_t> words, ids;           // ids: those it takes, without type and result
};

/// The instructions of a validated module, in order.
std::vector<ParsedInstruction> parsed_instructions(const std::vector<std::uint32_t>& words);

}  // namespace zecpu
