// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/spirv.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <cstring>
#include <string_view>

namespace tickbench::backend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::uint32_t kMagic = 0x07230203;

/// A module's words: the header, then whatever is added.
class Builder {
 public:
  Builder() : words_{kMagic, 0x00010000, 0, 10, 0} {}
  Builder& instruction(std::uint32_t opcode, std::vector<std::uint32_t> operands) {
    words_.push_back(static_cast<std::uint32_t>(operands.size() + 1) << 16 | opcode);
    words_.insert(words_.end(), operands.begin(), operands.end());
    return *this;
  }
  Builder& entry_point(std::string_view name) {
    std::vector<std::uint32_t> operands{6, 1};
    std::vector<std::uint32_t> text(name.size() / 4 + 1);
    std::memcpy(text.data(), name.data(), name.size());
    operands.insert(operands.end(), text.begin(), text.end());
    operands.push_back(0x41414141);  // an interface variable after the name
    return instruction(15, operands);
  }
  std::span<const std::byte> bytes() const { return std::as_bytes(std::span(words_)); }
  std::vector<std::uint32_t>& words() { return words_; }

 private:
  std::vector<std::uint32_t> words_;
};

TEST(SpirV, IsKnownByItsMagicWordInEitherByteOrder) {
  Builder builder;
  EXPECT_TRUE(is_spirv(builder.bytes()));
  builder.words()[0] = 0x03022307;
  EXPECT_TRUE(is_spirv(builder.bytes()));
  builder.words()[0] = 0x07230204;
  EXPECT_FALSE(is_spirv(builder.bytes()));
}

TEST(SpirV, IsNotTooShortOrRagged) {
  Builder builder;
  EXPECT_FALSE(is_spirv({}));
  EXPECT_FALSE(is_spirv(builder.bytes().first(16)));
  builder.instruction(17, {4});
  EXPECT_FALSE(is_spirv(builder.bytes().first(builder.bytes().size() - 1)));
}

TEST(SpirV, NamesItsEntryPoints) {
  Builder builder;
  builder.instruction(17, {4}).entry_point("saxpy").instruction(5, {1, 2}).entry_point("four");
  EXPECT_THAT(spirv_entry_points(builder.bytes()), ElementsAre("saxpy", "four"));
}

TEST(SpirV, NamesThemInTheOtherByteOrder) {
  Builder builder;
  builder.entry_point("saxpy");
  for (auto& word : builder.words()) word = __builtin_bswap32(word);
  EXPECT_THAT(spirv_entry_points(builder.bytes()), ElementsAre("saxpy"));
}

TEST(SpirV, SurvivesModulesThatBreakOff) {
  Builder builder;
  builder.entry_point("whole").entry_point("cut_off_in_its_name");
  const auto bytes = builder.bytes();
  EXPECT_THAT(spirv_entry_points(bytes.first(bytes.size() - 8)), ElementsAre("whole"));
  Builder endless;
  endless.words().push_back(15);  // an instruction of no length
  EXPECT_THAT(spirv_entry_points(endless.bytes()), IsEmpty());
  EXPECT_THAT(spirv_entry_points({}), IsEmpty());
}

}  // namespace
}  // namespace tickbench::backend
