// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "suite/suite.hpp"

namespace tickbench::suite {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// saxpy over 64 floats, which `declare` is called in.
template <class Declare>
Registration::Body saxpy_that(Declare declare) {
  return [declare](State& state) {
    auto& device = state.device();
    const std::vector<float> x = random<float>(64), y = random<float>(64);
    auto x_d = device.upload(x);
    auto y_d = device.upload(y);
    const auto launch = device.kernel("saxpy").args(2.0F, x_d, y_d, x.size()).over(x.size());
    const auto run = [&](std::span<float> out) {
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = 2.0F * x[i] + y[i];
    };
    declare(state, x_d, y_d, run);
    state.expect(run);
    state.verify(launch, inout(y_d), ulps(2));
    state.measure(launch);
  };
}

template <class Declare>
nlohmann::json entry_of(Declare declare, const std::string& outcome = "passed") {
  Suite suite;
  suite.add("Saxpy", saxpy_that(declare));
  auto entry = suite.run_json().json()["benchmarks"][0];
  EXPECT_EQ(entry["tickbench"]["outcome"], outcome) << entry["tickbench"]["message"];
  return entry;
}

TEST(Declared, BytesAreThoseOfBuffersOrAnyNumber) {
  const auto buffers = entry_of([](State& state, auto& x, auto& y, const auto&) {
    state.reads(x, y).writes(y).flops(128).items(64U);
  })["tickbench"]["declared"];
  const auto numbers = entry_of([](State& state, auto&, auto&, const auto&) {
    state.reads(std::size_t{512}).writes(256.0F).flops(std::int64_t{128}).items(64.0);
  })["tickbench"]["declared"];
  EXPECT_EQ(buffers, numbers);
  EXPECT_EQ(buffers["bytes_read"], 512);
  EXPECT_EQ(buffers["bytes_written"], 256);
}

TEST(Declared, FlopsAndItemsOfNoneSaySo) {
  const auto words = [](auto declare) {
    return entry_of([declare](State& state, auto&, auto&, const auto&) { declare(state); })
        .value("label", "");
  };
  EXPECT_THAT(words([](State& state) { state.flops(64 / 1'000'000); }), HasSubstr("flops of 0"));
  EXPECT_THAT(words([](State& state) { state.items(0); }), HasSubstr("items of 0"));
  EXPECT_THAT(words([](State& state) { state.flops(1).items(1).reads(0).writes(0); }),
              Not(HasSubstr(" of 0")));
}

TEST(Declared, AxisAndMemoriesAreInTheJsonWhereTheyAreStated) {
  const auto stated = entry_of([](State& state, auto& x, auto&, const auto&) {
    state.axis("size", x.size_bytes(), "B").memories(MemoryKind::kHost, MemoryKind::kDevice);
  })["tickbench"];
  EXPECT_EQ(stated["axis"], nlohmann::json({{"name", "size"}, {"value", 256.0}, {"unit", "B"}}));
  EXPECT_EQ(stated["memories"], nlohmann::json({{"from", "host"}, {"to", "device"}}));
  const auto plain = entry_of([](State&, auto&, auto&, const auto&) {})["tickbench"];
  EXPECT_FALSE(plain.contains("axis"));
  EXPECT_FALSE(plain.contains("memories"));
}

TEST(Declared, AReferenceHasTheNameThatItIsGiven) {
  const auto entry = entry_of([](State& state, auto&, auto&, const auto& run) {
    state.reference("openblas", run);
    state.reference(serial, run);
  });
  for (const char* metric : {"speedup_openblas", "speedup_host_openblas", "speedup_serial"}) {
    EXPECT_GT(entry[metric], 0) << metric;
    EXPECT_GT(entry["tickbench"]["metrics"][metric]["value"], 0) << metric;
  }
  EXPECT_GT(entry["tickbench"]["references"]["openblas"]["time"], 0);
}

TEST(Declared, NamesThatCannotBeOnesOfReferencesAreRefused) {
  for (const std::string name : {"", "Open BLAS", "open-blas", "host_tbb"})
    EXPECT_THAT(
        entry_of(
            [name](State& state, auto&, auto&, const auto& run) { state.reference(name, run); },
            "invalid_benchmark")["tickbench"]["message"],
        HasSubstr("state.reference(\"" + name + "\"): expected a name of lower-case letters"));
  EXPECT_THAT(entry_of(
                  [](State& state, auto&, auto&, const auto& run) {
                    for (int i = 0; i < 2; ++i) state.reference(tbb, run);
                  },
                  "invalid_benchmark")["tickbench"]["message"],
              HasSubstr("state.reference(\"tbb\"): expected each name once in a body"));
}

TEST(Declared, ASizeIsNoNegativeArgument) {
  Suite suite;
  suite.add("Sized", [](State& state) { state.skip(std::to_string(state.size())); })
      ->Arg(7)
      ->Arg(-1);
  const auto entries = suite.run_json().json()["benchmarks"];
  EXPECT_EQ(entries[0]["tickbench"]["message"], "7");
  EXPECT_EQ(entries[1]["tickbench"]["message"],
            "state.size(0): expected an argument of at least 0, found -1");
}

}  // namespace
}  // namespace tickbench::suite
