// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "results/json_document.hpp"
#include "tickbench/error.hpp"

namespace tickbench::results {
namespace {

TEST(NonFiniteFilter, BareWordsBecomeNull) {
  EXPECT_EQ(without_non_finite("[NaN,-NaN, Infinity,\n-Infinity,nan,-nan,inf,-inf]"),
            "[null,null, null,\nnull,null,null,null,null]");
  EXPECT_EQ(without_non_finite("NaN"), "null");
}

TEST(NonFiniteFilter, EverythingElseStays) {
  for (const std::string text :
       {"", "[true, false, null, -1.5e-7, 2E+3, -0]", R"({"NaN": "-Infinity \" NaN \\"})",
        "[Infinit]", "[NaNny]", "[aVeryLongWordNoJsonHas]"})
    EXPECT_EQ(without_non_finite(text), text);
}

TEST(NonFiniteFilter, AByteOfZeroIsNoEndOfTheDocument) {
  EXPECT_THROW(parse_json(std::string("{}\0garbage", 10), "file"), UsageError);
}

TEST(NonFiniteFilter, AMessageQuotesALongTextInPart) {
  const std::string name(5000, '\x7f');
  for (const auto& text : {"{\"" + name, "{\"" + name + "\": {\"" + name + "\": " + name}) {
    try {
      parse_json(text, "file");
      FAIL() << "expected a refusal";
    } catch (const UsageError& error) {
      EXPECT_LT(std::string(error.what()).size(), 700U);
    }
  }
}

}  // namespace
}  // namespace tickbench::results
