// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "modules/argument_check.hpp"

#include <gmock/gmock.h>

namespace tickbench::backend {
namespace {

using Kind = Argument::Kind;
using Space = DeclaredArgument::Space;
using testing::Eq;
using testing::Optional;

Argument value(std::size_t size, const std::string& type) {
  Argument argument;
  argument.size = size;
  argument.type = type;
  return argument;
}
Argument of_kind(Kind kind, std::size_t size = 0) {
  Argument argument;
  argument.kind = kind;
  argument.size = size;
  return argument;
}
std::optional<std::string> mismatch(Space space, const std::string& type, const Argument& given) {
  return argument_mismatch({space, type, "x"}, given);
}

TEST(OpenClArgument, KnowsTheSizesOfScalarsAndVectors) {
  EXPECT_THAT(type_size("char"), Optional(std::size_t{1}));
  EXPECT_THAT(type_size("half"), Optional(std::size_t{2}));
  EXPECT_THAT(type_size("uint"), Optional(std::size_t{4}));
  EXPECT_THAT(type_size("ulong"), Optional(std::size_t{8}));
  EXPECT_THAT(type_size("float3"), Optional(std::size_t{16}));
  EXPECT_THAT(type_size("float4"), Optional(std::size_t{16}));
  EXPECT_THAT(type_size("double16"), Optional(std::size_t{128}));
}

TEST(OpenClArgument, KnowsNothingOfOtherTypes) {
  for (const char* type : {"", "pair_of_values", "struct pair", "float5", "float4x", "my_float4",
                           "image2d_t", "float*"})
    EXPECT_EQ(type_size(type), std::nullopt) << type;
}

TEST(OpenClArgument, TakesWhatFits) {
  EXPECT_EQ(mismatch(Space::kPrivate, "float", value(4, "float")), std::nullopt);
  EXPECT_EQ(mismatch(Space::kPrivate, "uint", value(4, "int")), std::nullopt);
  EXPECT_EQ(mismatch(Space::kPrivate, "float4", value(16, "")), std::nullopt);
  EXPECT_EQ(mismatch(Space::kPrivate, "pair_of_values", value(24, "")), std::nullopt);
  EXPECT_EQ(mismatch(Space::kGlobal, "float*", of_kind(Kind::kMemory)), std::nullopt);
  EXPECT_EQ(mismatch(Space::kConstant, "float*", of_kind(Kind::kMemory)), std::nullopt);
  EXPECT_EQ(mismatch(Space::kLocal, "float*", of_kind(Kind::kLocal, 64)), std::nullopt);
}

Argument buffer_of(const std::string& type) {
  auto argument = of_kind(Kind::kMemory);
  argument.type = type;
  return argument;
}

TEST(OpenClArgument, ElementsOfABufferAreNoOtherNumbers) {
  EXPECT_THAT(mismatch(Space::kGlobal, "float*", buffer_of("int")),
              Optional(Eq("expected a buffer (global float*), found a buffer of int")));
  EXPECT_THAT(mismatch(Space::kConstant, "float4*", buffer_of("double")),
              Optional(Eq("expected a buffer (constant float4*), found a buffer of double")));
  // Bytes, bits of a float, integers of another width or sign, vectors, half precision, types of
  // the source's own.
  for (const auto& [declared, given] :
       std::vector<std::pair<std::string, std::string>>{{"float*", "uchar"},
                                                        {"uint*", "int"},
                                                        {"uint4*", "uint"},
                                                        {"ulong*", "uint"},
                                                        {"uint*", "float"},
                                                        {"long*", "double"},
                                                        {"half*", "ushort"},
                                                        {"float4*", "float"},
                                                        {"pair*", "float"},
                                                        {"float*", ""}})
    EXPECT_EQ(mismatch(Space::kGlobal, declared, buffer_of(given)), std::nullopt) << declared;
}

TEST(OpenClArgument, SaysWhatWasExpectedAndFound) {
  EXPECT_THAT(mismatch(Space::kPrivate, "float", value(8, "double")),
              Optional(Eq("expected float (4 bytes), found double (8 bytes)")));
  EXPECT_THAT(mismatch(Space::kPrivate, "float", value(4, "int")),
              Optional(Eq("expected float (4 bytes), found int (4 bytes)")));
  EXPECT_THAT(mismatch(Space::kPrivate, "float4", value(12, "")),
              Optional(Eq("expected float4 (16 bytes), found a value of 12 bytes")));
  EXPECT_THAT(mismatch(Space::kGlobal, "float*", value(8, "ulong")),
              Optional(Eq("expected a buffer (global float*), found ulong (8 bytes)")));
  EXPECT_THAT(mismatch(Space::kPrivate, "uint", of_kind(Kind::kMemory)),
              Optional(Eq("expected uint (4 bytes), found a buffer")));
  EXPECT_THAT(mismatch(Space::kLocal, "int*", of_kind(Kind::kMemory)),
              Optional(Eq("expected local memory (local int*), found a buffer")));
  EXPECT_THAT(mismatch(Space::kConstant, "int*", of_kind(Kind::kLocal, 64)),
              Optional(Eq("expected a buffer (constant int*), found local memory of 64 bytes")));
}

}  // namespace
}  // namespace tickbench::backend
