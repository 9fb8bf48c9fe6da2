// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cfloat>
#include <chrono>
#include <cmath>
#include <limits>

#include "trials/registration.hpp"

namespace tickbench::api {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

enum class Layout { kRow, kTiled = 7 };
enum class Other { kRow };

using Texts = std::vector<std::string>;

/// What makes a registration, its flags, and what the refusal says.
struct Refused {
  std::function<void(Registration&)> make;
  std::string message;
};

class Axes : public ::testing::Test {
 protected:
  std::vector<Instance> all(const Texts& flags = {}) const {
    return expand({&on_}, {"x"}, parse_axes(flags, {&on_}));
  }
  /// Behind `x/on/`.
  Texts ids(const Texts& flags = {}) const {
    Texts ids;
    for (const auto& instance : all(flags)) ids.push_back(instance.id.substr(5));
    return ids;
  }
  std::string refusal(const Texts& flags = {}) const {
    try {
      all(flags);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "nothing was refused";
  }

  Registration on_{"On", [](State&) {}};
};

std::string refusal_of(const std::function<void(Registration&)>& make) {
  Registration registration("On", [](State&) {});
  make(registration);
  try {
    expand({&registration}, {"x"});
  } catch (const UsageError& error) {
    return error.what();
  }
  return "nothing was refused";
}

// Values, and how they stand in ids.

TEST_F(Axes, AreAProductWhoseLastVariesFastest) {
  on_.Axis("n", {-3, 16})->Axis("order", {"up", "down"});
  const Texts before = ids();
  EXPECT_THAT(before,
              ElementsAre("n:-3/order:up", "n:-3/order:down", "n:16/order:up", "n:16/order:down"));
  on_.Axis("one", {1});
  const Texts after = ids();
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < after.size(); ++i) EXPECT_EQ(after[i], before[i] + "/one:1");
}

TEST_F(Axes, FloatsAreTheShortestTextsThatReadBack) {
  on_.Axis("x", {0.1, 1e-7, 1e20, 1.0 / 3, 2.0, DBL_MIN / 4, -1e-7});
  EXPECT_THAT(ids(), ElementsAre("x:0.1", "x:1e-07", "x:1e20", "x:0.3333333333333333", "x:2",
                                 "x:5.562684646268003e-309", "x:-1e-07"));
  for (const auto& instance : all()) {
    const Combination at(on_.description().axes, instance.values);
    EXPECT_EQ(detail::axis_text(at.axis<double>("x")), instance.values[0]);
  }
  EXPECT_EQ(detail::axis_text(0.1F), "0.1");
}

TEST_F(Axes, AreReadByNameAndKind) {
  on_.Axis("n", {std::numeric_limits<std::int64_t>::min()})
      ->Axis("x", std::vector<float>{0.1F})
      ->Axis("order", {"1"})
      ->Axis("layout", {{"row", Layout::kRow}, {"tiled", Layout::kTiled}});
  const auto instance = all().at(1);
  const Combination at(on_.description().axes, instance.values);
  EXPECT_EQ(at.axis<std::int64_t>("n"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(at.axis<float>("x"), 0.1F);
  EXPECT_EQ(at.axis<std::string>("order"), "1");
  EXPECT_EQ(at.axis<Layout>("layout"), Layout::kTiled);
  const auto refusal = [&](auto read) -> std::string {
    try {
      read();
    } catch (const Error& error) {
      EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
      return error.what();
    }
    return "nothing was refused";
  };
  EXPECT_THAT(refusal([&] { at.axis<int>("order"); }),
              HasSubstr("axis(\"order\"): expected an axis of integers, found those named n of "
                        "integers, x of floats, order of strings, layout of enumerators"));
  EXPECT_THAT(refusal([&] { at.axis<int>("m"); }), HasSubstr("axis(\"m\"): expected an axis of"));
  EXPECT_THAT(refusal([&] { at.axis<double>("n"); }), HasSubstr("an axis of floats"));
  EXPECT_THAT(refusal([&] { at.axis<int>("n"); }), HasSubstr("a value that the type holds"));
  EXPECT_THAT(refusal([&] { at.axis<Other>("layout"); }), HasSubstr("its own enumeration"));
}

TEST(AxesRefused, AtTheRegistration) {
  const std::string long_text(65, 'a');
  const std::vector<Refused> all = {
      {[](auto& on) { on.Axis("n", std::vector<int>{}); }, "->Axis(\"n\"): expected values, found"},
      {[](auto& on) {
         on.Axis("n", {16, 1, 16});
       },
       "each value once, found '16' twice"},
      {[](auto& on) {
         on.Axis("x", {0.1, 0.10});
       },
       "found '0.1' twice"},
      {[](auto& on) {
         on.Axis("x", {0.0, -0.0});
       },
       "found '0' twice"},
      {[](auto& on) {
         on.Axis("s", {"a", "a"});
       },
       "found 'a' twice"},
      {[](auto& on) { on.Axis("x", {NAN}); }, "expected finite floats, found 'nan'"},
      {[](auto& on) { on.Axis("x", {-INFINITY}); }, "expected finite floats, found '-inf'"},
      {[](auto& on) { on.Axis("n", {~std::uint64_t{0}}); }, "found '18446744073709551615'"},
      {[](auto& on) { on.Axis("n", {1})->Axis("N", {2}); }, "each name once, in upper or lower"},
      {[](auto& on) { on.Axis("n", {1})->Arg(2); }, "expected axes without ->Arg"},
      {[](auto& on) { on.Arg(2)->Axis("n", {1}); }, "expected axes without ->Arg"},
      {[](auto& on) { on.Axis("s", {"a"})->LargeFrom(2); }, "integers for ->LargeFrom"},
      {[](auto& on) { on.Axis("n", {1})->Zip({"n"}); }, "->Zip({\"n\"}): expected axes that stand"},
      {[](auto& on) {
         on.Axis("n", {1})->Zip({"n", "m"});
       },
       "->Zip({\"n\", \"m\"}): expected"},
      {[](auto& on) {
         on.Axis("n", {1})->Axis("m", {1})->Zip({"n", "m"})->Zip({"m", "n"});
       },
       "each in one Zip"},
      {[](auto& on) {
         on.Axis("n", {1, 2})->Axis("m", {1})->Zip({"n", "m"});
       },
       "as many values of each, found 2 of 'n' and 1 of 'm'"},
      {[](auto& on) {
         on.Axis("n", {1, 2})->Where([](auto&) { return false; });
       },
       "->Where: expected to leave a combination, found none"},
      {[](auto& on) {
         on.Axis("n", {1, 2})->Where([](auto& at) { return at.template axis<int>("m") > 0; });
       },
       "->Where, of 1: axis(\"m\"): expected an axis of integers, found those named n"},
      {[](auto& on) {
         on.Axis("s", {"a"})->Axis("t", {"b"})->Where([](auto&) -> bool {
           throw std::runtime_error("not today");
         });
       },
       "->Where, of a, b: not today"},
  };
  for (const auto& [make, message] : all) {
    EXPECT_THAT(refusal_of(make), HasSubstr("the registration of On: "));
    EXPECT_THAT(refusal_of(make), HasSubstr(message));
  }
  for (const std::string name :
       {"", "a:b", "a/b", "a=b", "a,b", "a b", "a@b", "a\nb", "größe", "1a", "threads",
        "iterations", "repeats", "min_time", "real_time", "manual_time", "time", long_text.c_str()})
    EXPECT_THAT(refusal_of([&](auto& on) { on.Axis(name, {1}); }),
                HasSubstr("expected a name of letters, digits and _"))
        << name;
  for (const std::string name : {"n", "block_size", "Type2", "filter", "help", "timer"})
    EXPECT_EQ(refusal_of([&](auto& on) { on.Axis(name, {1}); }), "nothing was refused") << name;
  for (const std::string value :
       {"",     " ",       "a b",   "a/b:c",          "y/n:3",       "a=b",        "a,b",
        "a@b",  "a;b",     "[a]",   "\"a\"",          "'a'",         "$a",         "a\\b",
        "a\nb", "\x1b[1m", "größe", "\xff",           "../../etc/x", "$(touch f)", "`id`",
        "<b>",  "=cmd()",  "a|b",   long_text.c_str()})
    EXPECT_THAT(refusal_of([&](auto& on) { on.Axis("s", {value}); }),
                HasSubstr("expected 1 to 64 letters, digits and _ . + -"))
        << value;
}

TEST_F(Axes, HaveTheIdsThatTheyHad) {
  on_.Axis("n", {1, 2})->Axis("layout", {{"row", Layout::kRow}, {"tiled", Layout::kTiled}});
  on_.FormerId("old_{layout}/{n}")->FormerId("{n}", [](const Combination& at) {
    return at.axis<int>("n") == 2 && at.axis<Layout>("layout") == Layout::kRow;
  });
  std::vector<Texts> former;
  for (const auto& instance : all())
    former.emplace_back(instance.names.begin() + 1, instance.names.end());
  EXPECT_THAT(former, ElementsAre(ElementsAre("x/old_row/1"), ElementsAre("x/old_tiled/1"),
                                  ElementsAre("x/old_row/2", "x/2"), ElementsAre("x/old_tiled/2")));
}

TEST(FormerIds, AreOfArgumentsByNameOrPlace) {
  Registration on("On", [](State&) {});
  on.Args({3, 4})->ArgNames({"", "m"})->FormerId("was/{0}/m={m}");
  EXPECT_THAT(expand({&on}, {"x", "y"})[1].names, ElementsAre("y/on/3/m:4", "y/was/3/m=4"));
}

TEST(FormerIds, OfTwoBenchmarksAreRefusedByBothNames) {
  Registration a("A", [](State&) {}), b("B", [](State&) {}), d("D", [](State&) {});
  a.FormerId("c");
  b.FormerId("c");
  d.FormerId("a");
  const auto refusal = [](const std::vector<const Registration*>& all) -> std::string {
    try {
      expand(all, {"x"});
    } catch (const UsageError& error) {
      return error.what();
    }
    return "nothing was refused";
  };
  EXPECT_THAT(refusal({&a, &b}), HasSubstr("two benchmarks have the id x/c: A and B"));
  EXPECT_THAT(refusal({&a, &d}), HasSubstr("the id x/a: A and D"));
  EXPECT_THAT(refusal({&a}), HasSubstr("nothing"));
  Registration swapped("C", [](State&) {});  // a was c while c was a
  swapped.FormerId("a");
  EXPECT_THAT(refusal({&a, &swapped}), HasSubstr("two benchmarks have the id"));
}

TEST(FormerIds, ThatCannotBeMeantAreRefused) {
  const std::vector<Refused> all = {
      {[](auto& on) { on.FormerId("on"); }, "the id x/on: On and On"},
      {[](auto& on) { on.Arg(1)->Arg(2)->FormerId("c"); }, "the id x/c: On and On"},
      {[](auto& on) { on.FormerId(""); }, "->FormerId(\"\"): expected an id without its back end"},
      {[](auto& on) { on.FormerId("x/c"); }, "expected an id without its back end"},
      {[](auto& on) { on.Axis("n", {1})->FormerId("c/{m}"); },
       "->FormerId(\"c/{m}\"): expected an id without its back end, with names of axes or "
       "arguments "
       "in braces, found: argument not found"},
      {[](auto& on) { on.FormerId("c/{0}"); }, "found: argument not found"},
      {[](auto& on) { on.FormerId("c/{"); }, "found: invalid format string"},
      {[](auto& on) { on.FormerId("c\n"); }, "expected no control characters"},
      {[](auto& on) {
         on.Axis("n", {1})->FormerId("c", [](auto& at) { return at.template axis<int>("m") > 0; });
       },
       "->FormerId, of 1: axis(\"m\"): expected an axis of integers"},
  };
  for (const auto& [make, message] : all) EXPECT_THAT(refusal_of(make), HasSubstr(message));
}

TEST(AxesRefused, InTheirNumber) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THAT(refusal_of([](auto& on) {
                for (const std::string name : {"a", "b", "c", "d", "e", "f", "g", "h", "i"})
                  on.Axis(name, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
              }),
              HasSubstr("at most 100000 combinations of axes, found 1000000000"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

// Which of them.

TEST_F(Axes, ThatAreZippedWalkTogether) {
  on_.Axis("n", {1, 2})->Axis("s", {"a", "b"})->Axis("m", {10, 20})->Axis("k", {5, 6});
  on_.Zip({"m", "n"});
  EXPECT_THAT(ids(), ElementsAre("n:1/s:a/m:10/k:5", "n:1/s:a/m:10/k:6", "n:1/s:b/m:10/k:5",
                                 "n:1/s:b/m:10/k:6", "n:2/s:a/m:20/k:5", "n:2/s:a/m:20/k:6",
                                 "n:2/s:b/m:20/k:5", "n:2/s:b/m:20/k:6"));
}

TEST_F(Axes, AreLeftOutByAPredicateThatIsAskedOnceForEach) {
  int calls = 0;
  on_.Axis("n", {1, 2, 3})->Axis("layout", {{"row", Layout::kRow}, {"tiled", Layout::kTiled}});
  on_.Where([&](const Combination& at) {
    ++calls;
    return at.axis<Layout>("layout") == Layout::kRow || at.axis<int>("n") > 2;
  });
  EXPECT_THAT(
      ids(), ElementsAre("n:1/layout:row", "n:2/layout:row", "n:3/layout:row", "n:3/layout:tiled"));
  EXPECT_EQ(calls, 6);
}

TEST_F(Axes, HaveASmallestSizeOfEachOtherValue) {
  on_.Axis("n", {16, 4})->Axis("s", {"a", "b"})->Axis("x", {0.5, 0.25});
  Texts smallest;
  for (const auto& instance : all())
    if (instance.is_smallest) smallest.push_back(instance.id);
  EXPECT_THAT(smallest, ElementsAre("x/on/n:4/s:a/x:0.5", "x/on/n:4/s:a/x:0.25",
                                    "x/on/n:4/s:b/x:0.5", "x/on/n:4/s:b/x:0.25"));
  EXPECT_THAT(all()[0].arguments, ElementsAre(16));
}

TEST_F(Axes, AreLargeByTheirFirstIntegersUnlessTheFlagNamesThose) {
  on_.Axis("s", {"a"})->Axis("n", {4, 16})->LargeFrom(16);
  EXPECT_FALSE(all()[0].is_large);
  EXPECT_TRUE(all()[1].is_large);
  EXPECT_TRUE(all({"s=a"})[1].is_large);
  EXPECT_FALSE(all({"n=4,64"})[1].is_large);
}

// --tickbench_axis.

TEST_F(Axes, OfTheFlagNeedNotBeRegisteredWhereTheyAreNumbers) {
  on_.Axis("n", {1})->Axis("x", {0.5});
  EXPECT_THAT(ids({"n=7,2^4,-3,9223372036854775807"}),
              ElementsAre("n:7/x:0.5", "n:16/x:0.5", "n:-3/x:0.5", "n:9223372036854775807/x:0.5"));
  EXPECT_THAT(ids({"n=2^10..2^28*4"}).size(), 10U);
  EXPECT_EQ(ids({"n=2^10..2^28*4"}).back(), "n:268435456/x:0.5");
  EXPECT_THAT(ids({"n=8..2^5*3,1..6+2"}),
              ElementsAre("n:8/x:0.5", "n:24/x:0.5", "n:1/x:0.5", "n:3/x:0.5", "n:5/x:0.5"));
  EXPECT_THAT(ids({"n=2^61..9223372036854775807*2"}).size(), 2U);
  EXPECT_THAT(ids({"x=2,1e20,1e-7", "n=3"}), ElementsAre("n:3/x:2", "n:3/x:1e20", "n:3/x:1e-07"));
  EXPECT_THAT(ids({"x=2e0"}), ElementsAre("n:1/x:2"));
  EXPECT_THAT(ids({"x=2.0"}), ElementsAre("n:1/x:2"));
}

TEST_F(Axes, OfTheFlagAreRefusedWhereTheyEndNowhere) {
  on_.Axis("n", {1})->Axis("x", {0.5});
  for (const std::string values : {"1..8*1", "1..8*0", "1..8*-2", "1..8+0",  "0..8*2",
                                   "8..1*2", "..",     "1,,2",    ",1",      "2^63",
                                   "2^64",   "2^-1",   "2^",      "^2",      "9223372036854775808",
                                   "1e3",    "0x10",   " 7",      "7 ",      "7abc",
                                   "1..8",   "1..8*",  "1.5",     "-2..8*2", "1..2^64*2"})
    EXPECT_THAT(refusal({"n=" + values}), HasSubstr("--tickbench_axis=n=")) << values;
  EXPECT_THAT(refusal({"n=1..8*1"}), HasSubstr("expected integers of 64 bits"));
  EXPECT_THAT(refusal({"n=1..8*1"}), HasSubstr("found '1..8*1'"));
  EXPECT_THAT(refusal({"n=1..2^62+1"}), HasSubstr("at most 100000 combinations"));
  EXPECT_THAT(refusal({"n=3,3"}), HasSubstr("found '3' twice"));
  for (const std::string values : {"nan", "inf", "1,", "0.5..2*2", "0,5x"})
    EXPECT_THAT(refusal({"x=" + values}), HasSubstr("expected finite floats")) << values;
  for (const std::string flag : {"n=", "=3", "n", ""})
    EXPECT_THAT(refusal({flag}), HasSubstr("expected NAME=VALUES")) << flag;
  EXPECT_THAT(refusal({"n=1", "n=2"}), HasSubstr("each name once"));
}

TEST_F(Axes, OfTheFlagAreRegisteredWhereTheyAreWords) {
  on_.Axis("type", {"float", "half"})->Axis("layout", {{"row", Layout::kRow}});
  EXPECT_THAT(ids({"type=half"}), ElementsAre("type:half/layout:row"));
  EXPECT_THAT(ids({"type=half,float"}).size(), 2U);
  EXPECT_THAT(refusal({"type=hafl"}),
              HasSubstr("expected one of float, half, found 'hafl'; did you mean half?"));
  EXPECT_THAT(refusal({"layout=0"}), HasSubstr("expected one of row, found '0'"));
  EXPECT_THAT(refusal({"typ=half"}),
              HasSubstr("expected one of layout, type, found 'typ'; did you mean type?"));
}

TEST_F(Axes, OfTheFlagLeaveOutRegistrationsWithoutThem) {
  Registration other("Other", [](State&) {}), plain("Plain", [](State&) {});
  on_.Axis("layout", {"row", "tiled"});
  other.Axis("layout", {"tiled", "blocked"});
  const std::vector<const Registration*> all{&on_, &other, &plain};
  const auto ids = [&](const Texts& flags) {
    Texts found;
    for (const auto& instance : expand(all, {"x"}, parse_axes(flags, all)))
      found.push_back(instance.id);
    return found;
  };
  EXPECT_THAT(ids({"layout=tiled"}), ElementsAre("x/on/layout:tiled", "x/other/layout:tiled"));
  EXPECT_THAT(ids({"layout=blocked"}), ElementsAre("x/other/layout:blocked"));
  EXPECT_THAT(ids({}).size(), 5U);
  other.Where([](const Combination& at) { return at.axis<std::string>("layout") == "blocked"; });
  EXPECT_THAT(ids({"layout=tiled"}), ElementsAre("x/on/layout:tiled")) << "the other has none";
}

TEST_F(Axes, OfTheFlagAreAllOfAZipAndKeptByThePredicate) {
  on_.Axis("n", {1, 2})->Axis("m", {10, 20})->Zip({"n", "m"});
  on_.Where([](const Combination& at) { return at.axis<int>("n") != 7; });
  EXPECT_THAT(refusal({"n=3,4"}),
              HasSubstr("->Zip({\"n\", \"m\"}): expected --tickbench_axis for"));
  EXPECT_THAT(ids({"n=3,7", "m=30,40"}), ElementsAre("n:3/m:30"));
  EXPECT_THAT(refusal({"n=7", "m=40"}),
              HasSubstr("--tickbench_axis: expected a combination that ->Where leaves"));
}

// Types.

struct Half {};
}  // namespace
}  // namespace tickbench::api

template <>
constexpr const char* tickbench::type_name<tickbench::api::Half> = "half";

namespace tickbench::api {
namespace {

template <class T>
void TypedBody(State& state) {
  state.skip(std::to_string(sizeof(T)));
}
TICKBENCH_TYPES(TypedBody, float, std::int64_t, unsigned char, Half)->Axis("n", {1});

TEST(Types, HaveTheNamesOfOpenClAndYours) {
  std::vector<const Registration*> all;
  for (const auto& registration : registrations()) all.push_back(registration.get());
  Texts ids;
  for (const auto& instance : expand(all, {"x"}))
    if (instance.id.find("typed_body/") != std::string::npos) ids.push_back(instance.id);
  EXPECT_THAT(ids, ElementsAre("x/typed_body/type:float/n:1", "x/typed_body/type:long/n:1",
                               "x/typed_body/type:uchar/n:1", "x/typed_body/type:half/n:1"));
}

TEST(Types, OfOneNameAreRefused) {
  auto* const twice = detail::register_types<int, std::int32_t>(
      "Twice", []<class T>(auto&) {}, true);
  const auto refused = [&] { expand({twice}, {"x"}); };
  EXPECT_THROW(refused(), UsageError);
  auto& all = registrations();
  all.pop_back();
}

}  // namespace
}  // namespace tickbench::api
