// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "suite/suite.hpp"

namespace tickbench::suite {
namespace {

using ::testing::HasSubstr;

constexpr const char* kVerify = "--tickbench_verify_only";
constexpr const char* kQuick = "--tickbench_budget=0.03";

/// `code` of the last row.
nlohmann::json code_of(const Suite::Result& result) {
  return result.json()["benchmarks"].back()["tickbench"]["code"];
}

std::string digest_of(Suite& suite, std::vector<std::string> flags = {}) {
  flags.emplace_back(kQuick);
  const auto result = suite.run_json(std::move(flags));
  EXPECT_EQ(result.status, 0) << result.err;
  const auto code = code_of(result);
  EXPECT_TRUE(code.contains("digest")) << code;
  return code.value("digest", "");
}

TEST(EqualCode, ARunThatChecksHasTheDigestOfOneThatMeasures) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(1024);
  const auto measured = digest_of(suite);
  EXPECT_EQ(measured.size(), 16U);
  EXPECT_EQ(digest_of(suite, {kVerify}), measured);
  EXPECT_EQ(digest_of(suite, {"--tickbench_fresh"}), measured);
  suite.tries_the_smallest = true;
  EXPECT_EQ(digest_of(suite), measured);
  suite.add("Saxpy2", saxpy_with("saxpy"))->Arg(64);
  EXPECT_EQ(digest_of(suite, {"--benchmark_filter=Saxpy/|saxpy/"}), measured);
}

TEST(EqualCode, ArgumentsSettingsAndTheDriverCount) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(1024);
  const auto base = digest_of(suite, {kVerify});
  EXPECT_NE(digest_of(suite, {kVerify, "--tickbench_cache=cold"}), base);
  EXPECT_NE(digest_of(suite, {kVerify, "--tickbench_mode=batched"}), base);
  suite.opencl.infos[0].compute_units += 1;
  const auto larger_device = digest_of(suite, {kVerify});
  EXPECT_NE(larger_device, base);
  suite.opencl.infos[0].driver = "another";
  EXPECT_NE(digest_of(suite, {kVerify}), larger_device);
  Suite larger;
  larger.add("Saxpy", saxpy_with("saxpy"))->Arg(2048);
  EXPECT_NE(digest_of(larger, {kVerify}), base);
}

TEST(EqualCode, AResultOfFewElementsHasTheDigestOfItsFirstInput) {
  Suite suite;
  suite.add("Sum", [](State& state) {
    const auto x = random<float>(16);
    auto from = state.device().upload(x);
    auto to = state.device().allocate<float>(1);
    const auto launch = state.device().kernel("sum").args(from, to, x.size()).over(1);
    state.expect([&](std::span<float> result) {
      result[0] = 0;
      for (const auto value : x) result[0] += value;
    });
    state.verify(launch, out(to), relative(1e-5));
    state.measure(launch);
  });
  EXPECT_EQ(digest_of(suite), digest_of(suite, {kVerify}));
}

/// What a body does.
struct Given {
  const char* kernel = "saxpy_nothing";
  std::size_t global = 8, local = 4, elements = 8;
  int value = 3;
  float input = 1;
  MemoryKind kind = MemoryKind::kDevice;
  bool exchanges_buffers = false, fills_before = false, is_chain = false, fills = false,
       resets = false, resets_input = false, copies_before = false;
  int runs_before = 0;
};

std::string digest_of_body(const Given& given, const std::string& code = "k") {
  Suite suite;
  suite.opencl.behaviour.code["saxpy_nothing"] = code;
  suite.add("Body", [given](State& state) {
    auto& device = state.device();
    auto x = device.upload(std::vector<float>(given.elements, given.input), given.kind);
    auto y = device.upload(std::vector<float>(given.elements, 0));
    if (given.exchanges_buffers) std::swap(x, y);
    const auto launch =
        device.kernel(given.kernel).args(given.value, x, y).over(given.global, given.local);
    const auto fill = device.fill(y, 5.0F);
    if (given.fills_before) fill();
    if (given.copies_before) {
      const auto from = device.upload(std::vector<float>(given.elements, given.input + 1));
      device.copy(x, from)();
    }
    for (int i = 0; i < given.runs_before; ++i) launch();
    state.waive(Check::kResult, "there is none");
    if (given.is_chain)
      state.measure(launch, fill);
    else if (given.resets || given.resets_input)
      state.measure(launch).after(given.resets ? fill : device.fill(x, 5.0F));
    else
      state.measure(given.fills ? fill : launch);
  });
  return digest_of(suite, {kVerify});
}

TEST(EqualCode, WhatMayChangeTheTimeChangesIt) {
  const std::vector<std::pair<const char*, Given>> all{
      {"kernel", {.kernel = "saxpy_zeros"}},
      {"global size", {.global = 16}},
      {"work-group", {.local = 8}},
      {"buffer size", {.elements = 9}},
      {"value", {.value = 4}},
      {"input", {.input = 2}},
      {"kind of memory", {.kind = MemoryKind::kHost}},
      {"which buffer", {.exchanges_buffers = true}},
      {"a launch before", {.fills_before = true}},
      {"a copy before", {.copies_before = true}},
      {"another copy before", {.input = 2, .copies_before = true}},
      {"itself before", {.runs_before = 1}},
      {"itself twice before", {.runs_before = 2}},
      {"a chain", {.is_chain = true}},
      {"a reset of the input", {.resets_input = true}},
      {"another launch", {.fills = true}},
      {"a reset", {.resets = true}}};
  EXPECT_EQ(digest_of_body({}), digest_of_body({}));
  std::set<std::string> seen{digest_of_body({}), digest_of_body({}, "other code")};
  EXPECT_EQ(seen.size(), 2U);
  for (const auto& [what, given] : all)
    EXPECT_TRUE(seen.insert(digest_of_body(given)).second) << what;
}

TEST(EqualCode, WhatAnotherBodyWroteIntoASharedBufferCounts) {
  const auto digest = [](float input) {
    Suite suite;
    for (const char* const name : {"First", "Second"})
      suite.add(name, [input](State& state) {
        auto& x = state.shared(
            "x", [input](auto& device) { return device.upload(std::vector<float>(8, input)); });
        state.waive(Check::kResult, "there is none");
        state.measure(state.device().kernel("saxpy_nothing").args(x).over(8));
      });
    return digest_of(suite, {kVerify});  // of the second one
  };
  EXPECT_EQ(digest(1), digest(1));
  EXPECT_NE(digest(1), digest(2));
}

TEST(EqualCode, WhatIsNotSeenSaysWhy) {
  Suite suite;
  suite.add("Native", [](State& state) {
    auto to = state.device().allocate<float>(4);
    state.device().backend();
    const auto launch = state.device().fill(to, 1.0F);
    state.expect([](std::span<float> result) { std::ranges::fill(result, 1.0F); });
    state.waive(Check::kSecondInput, "a fill");
    state.verify(launch, out(to), exact());
    state.measure(launch);
  });
  const auto code = code_of(suite.run_json({kVerify}));
  EXPECT_FALSE(code.contains("digest"));
  EXPECT_THAT(code["why_not"].get<std::string>(), HasSubstr("uses the back end"));
}

}  // namespace
}  // namespace tickbench::suite
