// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a registration compares its benchmarks to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "trials/registration.hpp"

namespace tickbench::api {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Texts = std::vector<std::string>;

class Compared : public ::testing::Test {
 protected:
  Compared() { copy_.Arg(1)->Arg(2)->FormerId("move/{0}"); }
  std::vector<Instance> all(const Texts& flags = {}) const {
    return expand({&copy_, &on_}, {"x"}, parse_axes(flags, {&copy_, &on_}));
  }
  /// Of `on` alone.
  Texts baselines(const Texts& flags = {}) const {
    Texts found;
    for (const auto& instance : all(flags))
      if (instance.id.starts_with("x/on")) found.push_back(instance.baseline);
    return found;
  }
  static std::string refusal(const std::vector<const Registration*>& all) {
    try {
      expand(all, {"x"});
    } catch (const UsageError& error) {
      return error.what();
    }
    return "nothing was refused";
  }

  Registration copy_{"Copy", [](State&) {}}, on_{"On", [](State&) {}};
};

TEST_F(Compared, AValueMeansTheBenchmarkThatIsEqualInAllElse) {
  on_.Axis("n", {1, 2})->Axis("kernel", {"naive", "tiled"})->ComparedTo("kernel:naive");
  EXPECT_THAT(baselines(), ElementsAre("x/on/n:1/kernel:naive", "x/on/n:1/kernel:naive",
                                       "x/on/n:2/kernel:naive", "x/on/n:2/kernel:naive"));
  EXPECT_EQ(all().front().baseline, "") << "copy states none";
  EXPECT_THAT(baselines({"kernel=tiled", "n=7"}), ElementsAre("x/on/n:7/kernel:naive"));
}

TEST_F(Compared, ValuesMayBeNumbersTypesAndNamedArguments) {
  on_.Axis("type", {"float", "double"})->ComparedTo("type:float");
  EXPECT_THAT(baselines(), Each("x/on/type:float"));
  Registration sizes("On", [](State&) {}), named("On", [](State&) {});
  sizes.Axis("n", {1, 2})->ComparedTo("n:1");
  EXPECT_EQ(expand({&sizes}, {"x"})[1].baseline, "x/on/n:1");
  named.Args({3, 4})->Args({3, 5})->ArgNames({"", "m"})->ComparedTo("m:4");
  EXPECT_EQ(expand({&named}, {"x"})[1].baseline, "x/on/3/m:4");
}

TEST_F(Compared, AnIdTakesTheNamesOfAxesAndIsOfTheSameBackEnd) {
  on_.Axis("n", {1, 2})->Axis("s", {"a"})->ComparedTo("copy/{n}");
  EXPECT_THAT(baselines(), ElementsAre("x/copy/1", "x/copy/2"));
  on_.Backends({"x", "y"});
  EXPECT_EQ(expand({&copy_, &on_}, {"y"}).back().baseline, "y/copy/2");
}

TEST_F(Compared, WhatIsLeftOutOrElsewhereIsNoMistakeOfTheRegistration) {
  on_.Axis("n", {1, 2})->Axis("kernel", {"naive", "tiled"})->ComparedTo("kernel:naive");
  on_.Where([](const Combination& at) {
    return at.axis<int>("n") == 1 || at.axis<std::string>("kernel") == "tiled";
  });
  EXPECT_THAT(baselines(), ElementsAre("x/on/n:1/kernel:naive", "x/on/n:1/kernel:naive",
                                       "x/on/n:2/kernel:naive"));
  copy_.Backends({"y"});
  Registration other("Other", [](State&) {});
  other.Arg(1)->ComparedTo("copy/{0}");
  EXPECT_EQ(expand({&copy_, &other}, {"x"})[0].baseline, "x/copy/1");
}

TEST_F(Compared, ToWhatNoBenchmarkIsIsRefusedByTheNearest) {
  const struct {
    const char *baseline, *message;
  } cases[] = {
      {"kernel:naiv", ", kernel:naive?"},
      {"kernle:naive", "found none; did you mean kernel:naive?"},
      {"kopy/{n}", "found none; did you mean copy/1, copy/2?"},
      {"x/copy/1", "found none; did you mean copy/1"},
      {"copy/.*",
       "expected NAME:VALUE of an axis, or the id of another benchmark without its back "
       "end, found none"},
      {"move/1", "found none"},  // what copy was
      {"on/n:{n}/kernel:{kernel}/m:{m}", "found none but itself"},
      {"copy/{q}",
       "->ComparedTo(\"copy/{q}\"): expected an id without its back end, with names of "
       "axes or arguments in braces, found: argument not found"},
      {"", "->ComparedTo: expected one baseline, once"},
      {"m:10", "found none but itself"},  // which walks with n
  };
  for (const auto& [baseline, message] : cases) {
    Registration on("On", [](State&) {});
    on.Axis("n", {1, 2})->Axis("kernel", {"naive", "tiled"})->Axis("m", {10, 20});
    on.Zip({"n", "m"})->ComparedTo(baseline);
    EXPECT_THAT(refusal({&copy_, &on}), HasSubstr(message)) << baseline;
  }
  on_.ComparedTo("kernel:naive")->ComparedTo("kernel:tiled");
  EXPECT_THAT(refusal({&on_}),
              HasSubstr("the registration of On: ->ComparedTo: expected one baseline"));
}

}  // namespace
}  // namespace tickbench::api
