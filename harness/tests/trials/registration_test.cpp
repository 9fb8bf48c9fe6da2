// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "trials/registration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tickbench::api {
namespace {

using ::testing::ElementsAre;

/// Anything else would not tell its element type, or wrap itself for ever.
TEST(References, AreFunctionsThatFillASpan) {
  const auto is_fill = []<class F>(const F&) { return detail::is_fill<F>(); };
  EXPECT_TRUE(is_fill([](std::span<float>) {}));
  EXPECT_TRUE(is_fill(std::function<void(std::span<int>)>()));
  EXPECT_FALSE(is_fill([](std::span<float> out) { return out.size(); }));
  EXPECT_FALSE(is_fill([](std::span<float>&) {}));
  EXPECT_FALSE(is_fill([](std::span<const float>) {}));
  EXPECT_FALSE(is_fill([](std::vector<float>&) {}));
  EXPECT_FALSE(is_fill([](auto) {}));
  EXPECT_FALSE(is_fill(std::vector<float>()));
}

TEST(SnakeCase, WordsAndNamespaces) {
  EXPECT_EQ(snake_case("Saxpy"), "saxpy");
  EXPECT_EQ(snake_case("ns::inner::MatmulTiled"), "matmul_tiled");
  EXPECT_EQ(snake_case("HTTPServer"), "http_server");
  EXPECT_EQ(snake_case("Copy2D"), "copy2_d");
  EXPECT_EQ(snake_case("already_snake"), "already_snake");
  EXPECT_EQ(snake_case("Mixed_Case"), "mixed_case");
}

TEST(SnakeCase, TemplateArgumentsStayAsWritten) {
  EXPECT_EQ(snake_case("Fill<std::int64_t, 4>"), "fill<std::int64_t, 4>");
  EXPECT_EQ(snake_case("ns::FillAll<ns::Pixel<Red>>"), "fill_all<ns::Pixel<Red>>");
}

template <class T, int Count>
void FillTyped(State& state) {
  state.skip(std::to_string(sizeof(T) * Count));
}
TICKBENCH(FillTyped<std::int64_t, 4>)->Arg(7);

TEST(Register, TakesAnInstanceOfATemplate) {
  std::vector<const Registration*> all;
  for (const auto& registration : registrations()) all.push_back(registration.get());
  const auto instances = expand(all, {"opencl"});
  EXPECT_THAT(instances, testing::Contains(testing::Field(&Instance::id,
                                                          "opencl/fill_typed<std::int64_t, 4>/7")));
}

TEST(Instance, NamesAreGoogleBenchmarksAndIdsAreTheBeginning) {
  Registration registration("MatMul", [](State&) {});
  registration.ArgNames({"n", ""})->Args({8, 3})->MinTime(0.25)->Repetitions(4);
  const auto instances = expand({&registration}, {"opencl", "level_zero"});
  ASSERT_EQ(instances.size(), 2U);
  EXPECT_EQ(instances[0].id, "opencl/mat_mul/n:8/3");
  EXPECT_EQ(instances[0].full_name, "opencl/mat_mul/n:8/3/min_time:0.250/repeats:4/manual_time");
  EXPECT_EQ(instances[1].id, "level_zero/mat_mul/n:8/3");
}

TEST(Instance, RangesAreGoogleBenchmarks) {
  Registration a("A", [](State&) {});
  a.RangeMultiplier(16)->Range(1 << 10, 1 << 20);
  std::vector<std::int64_t> sizes;
  for (const auto& instance : expand({&a}, {"opencl"})) sizes.push_back(instance.arguments[0]);
  EXPECT_THAT(sizes, ElementsAre(1 << 10, 1 << 12, 1 << 16, 1 << 20));

  Registration b("B", [](State&) {});
  b.ArgsProduct({{1, 2}, {3, 4}});
  const auto product = expand({&b}, {"opencl"});
  ASSERT_EQ(product.size(), 4U);
  EXPECT_EQ(product[1].id, "opencl/b/2/3");  // the first varies fastest
}

TEST(Instance, LargeOnesAndBackEnds) {
  Registration registration("A", [](State&) {});
  registration.Backends({"opencl"})->LargeFrom(100)->DenseRange(50, 150, 50);
  const auto instances = expand({&registration}, {"opencl", "level_zero"});
  ASSERT_EQ(instances.size(), 3U);
  EXPECT_FALSE(instances[0].is_large);
  EXPECT_TRUE(instances[1].is_large);
  EXPECT_TRUE(instances[2].is_large);
}

TEST(Registration, BelongsToGroupsOfFigures) {
  Registration registration("A", [](State&) {});
  registration.Group("all")->Group("some", {Figure::kSpeedup, Figure::kRegions});
  const auto& groups = registration.description().groups;
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].name, "all");
  EXPECT_TRUE(groups[0].figures.empty());
  EXPECT_THAT(groups[1].figures, ElementsAre(Figure::kSpeedup, Figure::kRegions));
}

TEST(Registration, RefusesAGroupThatCannotBeMeant) {
  for (const auto* name : {"", "a\nb", "twice"}) {
    Registration registration("A", [](State&) {});
    registration.Group("twice")->Group(name);
    EXPECT_THAT(registration.description().mistake, testing::HasSubstr("->Group(\"")) << name;
    EXPECT_EQ(registration.description().groups.size(), 1U);
  }
}

}  // namespace
}  // namespace tickbench::api
