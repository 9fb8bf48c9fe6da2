// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "backend/recording_device.hpp"
#include "modules/modules.hpp"
#include "tickbench/device.hpp"
#include "tickbench/error.hpp"

namespace tickbench {
namespace {

using backend::Argument;
using testing::ElementsAre;
using testing::HasSubstr;

class KernelFacade : public testing::Test {
 protected:
  KernelFacade() {
    recording_.information.largest_work_group = 64;
    recording_.information.local_memory = 1024;
  }
  Outcome outcome_of(const std::function<void()>& action) {
    try {
      action();
    } catch (const Error& error) {
      message_ = error.what();
      return error.outcome();
    }
    return Outcome::kPassed;
  }
  backend::RecordingDevice recording_;
  Device device_{recording_};
  std::string message_;
};

TEST_F(KernelFacade, PassesValuesBuffersAndLocalMemory) {
  struct Pair {
    int a, b, c;
  };
  auto buffer = device_.allocate<float>(4);
  device_.kernel("k").args(2.5F, buffer, local<double>(8), Pair{1, 2, 3}, std::size_t{9}).over(4);
  const auto& given = recording_.arguments;
  ASSERT_EQ(given.size(), 5U);
  EXPECT_EQ(given[0].kind, Argument::Kind::kValue);
  EXPECT_EQ(given[0].size, sizeof(float));
  EXPECT_EQ(given[0].type, "float");
  float value = 0;
  std::memcpy(&value, given[0].value.data(), sizeof(value));
  EXPECT_EQ(value, 2.5F);
  EXPECT_EQ(given[1].kind, Argument::Kind::kMemory);
  EXPECT_EQ(given[1].memory, &buffer.memory());
  EXPECT_EQ(given[2].kind, Argument::Kind::kLocal);
  EXPECT_EQ(given[2].size, 64U);
  EXPECT_EQ(given[3].size, sizeof(Pair));
  EXPECT_EQ(given[3].type, "");
  EXPECT_EQ(given[4].type, "ulong");
}

template <class T>
concept Argumentable = requires(Kernel kernel, T&& argument) {
  kernel.args(std::forward<T>(argument));
};
template <class To, class From>
concept Copyable = requires(Device device, To&& to, From&& from) {
  device.copy(std::forward<To>(to), std::forward<From>(from));
};
template <class T>
concept Fillable = requires(Device device, T&& buffer) {
  device.fill(std::forward<T>(buffer), 1.F);
};

/// It would be gone before the launch.
TEST_F(KernelFacade, TakesNoTemporaryBuffer) {
  using Floats = Buffer<float>;
  EXPECT_TRUE(Argumentable<Floats&> && Argumentable<const Floats&> && Argumentable<float>);
  EXPECT_FALSE(Argumentable<Floats> || Argumentable<const Floats>);
  EXPECT_TRUE((Copyable<Floats&, const Floats&>)&&Fillable<const Floats&>);
  EXPECT_FALSE((Copyable<Floats, Floats&>) || (Copyable<Floats&, Floats>) ||
               (Copyable<Floats, Floats>) || Fillable<Floats>);
}

/// 2^62 + 4 floats are 16 bytes, modulo 2^64.
TEST_F(KernelFacade, ASizeThatOverflowsIsTheLargest) {
  constexpr std::size_t kTooMany = (std::size_t{1} << 62) + 4;
  constexpr auto kMost = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(detail::byte_count<float>(kTooMany), kMost);
  EXPECT_EQ(detail::byte_count<float>(kMost / 4), kMost - 3);
  EXPECT_EQ(detail::byte_count<char>(kMost), kMost);
  EXPECT_EQ(outcome_of([&] { device_.kernel("k").args(local<float>(kTooMany)).over(4); }),
            Outcome::kOverLimit);
}

TEST_F(KernelFacade, ABufferTakesAsManyValuesAsItHas) {
  auto buffer = device_.allocate<float>(4);
  for (const std::size_t count : {0U, 3U, 5U}) {
    EXPECT_EQ(outcome_of([&] { buffer.write(std::vector<float>(count)); }),
              Outcome::kInvalidBenchmark);
    EXPECT_THAT(message_, HasSubstr("as it has elements, 4, found " + std::to_string(count)));
  }
  EXPECT_EQ(outcome_of([&] { buffer.write(std::vector<float>(4)); }), Outcome::kPassed);
}

TEST_F(KernelFacade, LaunchesOverTheRange) {
  const auto launch = device_.kernel("k").args(1).over({6, 4}, {3, 2});
  EXPECT_TRUE(recording_.calls.empty());
  launch();
  EXPECT_THAT(recording_.calls, ElementsAre("launch k", "finish"));
  EXPECT_EQ(recording_.range.dimensions, 2);
  EXPECT_THAT(recording_.range.global, ElementsAre(6, 4, 1));
  EXPECT_THAT(recording_.range.local, ElementsAre(3, 2, 1));
  EXPECT_EQ(launch.work().description, "k over 6 x 4 by 3 x 2");
  EXPECT_EQ(launch.work().commands, 1);
}

TEST_F(KernelFacade, LeavesTheLocalSizeToTheDriver) {
  device_.kernel("k").over(12)();
  EXPECT_THAT(recording_.range.local, ElementsAre(0, 0, 0));
}

TEST_F(KernelFacade, NewArgumentsReplaceOldOnes) {
  auto kernel = device_.kernel("k");
  kernel.args(1, 2, 3).args(4).over(1);
  EXPECT_EQ(recording_.arguments.size(), 1U);
}

TEST_F(KernelFacade, OfATypeIsItsVariantWhereThereIsOne) {
  const auto module = [](std::string_view source, std::string_view variant) {
    return backend::Module{"a.cl", backend::kOpenClC, std::as_bytes(std::span(source)), variant};
  };
  const std::string_view axpy = "kernel void axpy(global T* x) {}", fill = "kernel void fill() {}";
  const std::vector<backend::Module> modules{module(axpy, "float"), module(axpy, "double"),
                                             module(fill, "")};
  const backend::PartnerModules embedded(modules);
  Device typed(recording_, "double");
  const auto name = [&](Kernel kernel) {
    recording_.calls.clear();
    kernel.over(4)();
    return recording_.calls.at(0);
  };
  EXPECT_EQ(name(typed.kernel("axpy")), "launch axpy (variant double)");
  EXPECT_EQ(name(typed.kernel("axpy", "float")), "launch axpy (variant float)");
  EXPECT_EQ(name(typed.kernel("fill")), "launch fill");
  EXPECT_EQ(name(device_.kernel("axpy")), "launch axpy");
}

TEST_F(KernelFacade, RefusesSizesThatMeanNothing) {
  const auto kernel = device_.kernel("k");
  EXPECT_EQ(outcome_of([&] { kernel.over({}); }), Outcome::kInvalidBenchmark);
  EXPECT_EQ(outcome_of([&] { kernel.over({1, 2, 3, 4}); }), Outcome::kInvalidBenchmark);
  EXPECT_THAT(message_, HasSubstr("expected 1 to 3 dimensions, found 4"));
  EXPECT_EQ(outcome_of([&] { kernel.over({4, 0}); }), Outcome::kInvalidBenchmark);
  EXPECT_EQ(outcome_of([&] { kernel.over(4, 0); }), Outcome::kInvalidBenchmark);
  EXPECT_EQ(outcome_of([&] { kernel.over({4, 4}, 4); }), Outcome::kInvalidBenchmark);
  EXPECT_EQ(outcome_of([&] { kernel.over({4, 6}, {4, 4}); }), Outcome::kInvalidBenchmark);
  EXPECT_THAT(message_, HasSubstr("4 x 6, found 4 x 4"));
}

TEST_F(KernelFacade, SkipsWhatIsAboveTheDevicesLimits) {
  EXPECT_EQ(outcome_of([&] { device_.kernel("k").over(128, 128); }), Outcome::kOverLimit);
  EXPECT_THAT(message_, HasSubstr("128 work-items is above the device's limit of 64"));
  EXPECT_EQ(outcome_of([&] { device_.kernel("k").over(128, 64); }), Outcome::kPassed);
  EXPECT_EQ(
      outcome_of([&] { device_.kernel("k").args(local<float>(200), local<float>(57)).over(1); }),
      Outcome::kOverLimit);
  EXPECT_THAT(message_, HasSubstr("1028 bytes of local memory"));
  EXPECT_EQ(outcome_of([&] { device_.kernel("k").args(local<float>(256)).over(1); }),
            Outcome::kPassed);
}

}  // namespace
}  // namespace tickbench
