// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "modules/spirv.hpp"

#include <gmock/gmock.h>

#include "modules/spirv_builder.hpp"

namespace tickbench::backend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(SpirV, IsKnownByItsMagicWordInEitherByteOrder) {
  SpirvBuilder builder;
  EXPECT_TRUE(is_spirv(builder.bytes()));
  builder.words()[0] = 0x03022307;
  EXPECT_TRUE(is_spirv(builder.bytes()));
  builder.words()[0] = 0x07230204;
  EXPECT_FALSE(is_spirv(builder.bytes()));
}

TEST(SpirV, IsNotTooShortOrRagged) {
  SpirvBuilder builder;
  EXPECT_FALSE(is_spirv({}));
  EXPECT_FALSE(is_spirv(builder.bytes().first(16)));
  builder.instruction(17, {4});
  EXPECT_FALSE(is_spirv(builder.bytes().first(builder.bytes().size() - 1)));
}

TEST(SpirV, SaysTheWorkGroupThatAKernelRequires) {
  SpirvBuilder builder;
  builder.entry_point(1, "free")
      .entry_point(2, "fixed")
      .instruction(16, {1, 31})
      .instruction(16, {2, 17, 16, 8, 1});
  EXPECT_EQ(spirv_required_group(builder.bytes(), "fixed"), (std::array<std::size_t, 3>{16, 8, 1}));
  EXPECT_FALSE(spirv_required_group(builder.bytes(), "free"));
  EXPECT_FALSE(spirv_required_group(builder.bytes(), "none"));
}

TEST(SpirV, NamesItsEntryPoints) {
  SpirvBuilder builder;
  builder.instruction(17, {4})
      .entry_point(1, "saxpy")
      .instruction(5, {1, 2})
      .entry_point(1, "four");
  EXPECT_THAT(spirv_entry_points(builder.bytes()), ElementsAre("saxpy", "four"));
}

TEST(SpirV, NamesThemInTheOtherByteOrder) {
  SpirvBuilder builder;
  builder.entry_point(1, "saxpy");
  for (auto& word : builder.words()) word = __builtin_bswap32(word);
  EXPECT_THAT(spirv_entry_points(builder.bytes()), ElementsAre("saxpy"));
}

TEST(SpirV, NamesWhatItImports) {
  SpirvBuilder builder;
  builder.linkage(7, "exported", 0).linkage(8, "imported", 1).instruction(71, {9, 44, 1});
  EXPECT_THAT(spirv_imports(builder.bytes()), ElementsAre("imported"));
}

TEST(SpirV, SurvivesModulesThatBreakOff) {
  SpirvBuilder builder;
  builder.entry_point(1, "whole").entry_point(1, "cut_off_in_its_name");
  const auto bytes = builder.bytes();
  EXPECT_THAT(spirv_entry_points(bytes.first(bytes.size() - 8)), ElementsAre("whole"));
  SpirvBuilder endless;
  endless.words().push_back(15);  // an instruction of no length
  EXPECT_THAT(spirv_entry_points(endless.bytes()), IsEmpty());
  EXPECT_THAT(spirv_entry_points({}), IsEmpty());
}

}  // namespace
}  // namespace tickbench::backend
