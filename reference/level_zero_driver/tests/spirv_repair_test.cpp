// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "spirv_repair.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <spirv/unified1/spirv.hpp>

using testing::ElementsAreArray;
using zecpu::repair_spirv;

namespace {

using Words = std::vector<std::uint32_t>;

Words instruction(std::uint32_t opcode, const Words& operands) {
  Words words{static_cast<std::uint32_t>(operands.size() + 1) << spv::WordCountShift | opcode};
  words.insert(words.end(), operands.begin(), operands.end());
  return words;
}
Words operator+(Words left, const Words& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

const Words kHeader{spv::MagicNumber, 0x10200, 0, 100, 0};
const Words kFunction = instruction(spv::OpFunction, {1, 2, 0, 3});
const Words kEnd = instruction(spv::OpFunctionEnd, {});
Words label(std::uint32_t id) { return instruction(spv::OpLabel, {id}); }
Words branch(std::uint32_t to) { return instruction(spv::OpBranch, {to}); }
Words branch(std::uint32_t yes, std::uint32_t no) {
  return instruction(spv::OpBranchConditional, {50, yes, no});
}
const Words kReturn = instruction(spv::OpReturn, {});
const Words kHint = instruction(spv::OpLoopMerge, {12, 11, 2});
const Words kCompare = instruction(spv::OpULessThan, {4, 50, 5, 6});

Words repaired(Words words) {
  repair_spirv(words);
  return words;
}

TEST(SpirvRepair, PutsDominatorsFirst) {
  // The exit stands before the loop that leads to it.
  const Words words = kHeader + kFunction + label(10) + branch(11) + label(12) + kReturn +
                      label(11) + branch(11, 12) + kEnd;
  EXPECT_THAT(repaired(words),
              ElementsAreArray(kHeader + kFunction + label(10) + branch(11) + label(11) +
                               branch(11, 12) + label(12) + kReturn + kEnd));
}

TEST(SpirvRepair, PutsTheHintBeforeItsBranch) {
  const Words words = kHeader + kFunction + label(10) + branch(11) + label(11) + kHint + kCompare +
                      branch(11, 12) + label(12) + kReturn + kEnd;
  EXPECT_THAT(repaired(words),
              ElementsAreArray(kHeader + kFunction + label(10) + branch(11) + label(11) + kCompare +
                               kHint + branch(11, 12) + label(12) + kReturn + kEnd));
}

TEST(SpirvRepair, MakesStrongOfWeakExchanges) {
  const Words operands{1, 50, 2, 3, 4, 5, 6, 7};
  const auto with = [&](std::uint32_t exchange) {
    return kHeader + kFunction + label(10) + instruction(exchange, operands) + kReturn + kEnd;
  };
  EXPECT_EQ(repaired(with(spv::OpAtomicCompareExchangeWeak)), with(spv::OpAtomicCompareExchange));
}

TEST(SpirvRepair, KeepsBlocksThatNothingReaches) {
  const Words words = kHeader + kFunction + label(10) + kReturn + label(11) + kReturn + kEnd;
  EXPECT_EQ(repaired(words), words);
}

TEST(SpirvRepair, KeepsEveryFunctionApart) {
  const Words one = kFunction + label(10) + branch(12) + label(12) + kReturn + kEnd;
  const Words two = kFunction + label(20) + branch(22) + label(22) + kReturn + kEnd;
  EXPECT_EQ(repaired(kHeader + one + two), kHeader + one + two);
}

TEST(SpirvRepair, LeavesAloneWhatItDoesNotUnderstand) {
  for (const Words& words : {Words{}, Words{1, 2}, kHeader, kHeader + Words{0},
                             kHeader + Words{99U << spv::WordCountShift},
                             kHeader + kFunction + label(10) + branch(11) + label(11),
                             kHeader + kFunction + instruction(spv::OpLabel, {}) + kEnd})
    EXPECT_EQ(repaired(words), words);
}

}  // namespace
