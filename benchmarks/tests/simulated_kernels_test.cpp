// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Every kernel of the suite on Intel's driver without hardware: its compiler builds them, it takes
// each call that leads to a launch and its times, and nothing is executed. In the suite itself no
// benchmark gets past its upload there. The variables that simulate a device come from CTest.
#include <gmock/gmock.h>

#include <cstdlib>
#include <map>
#include <tickbench/error.hpp>
#include <tickbench/peak.hpp>
#include <tickbench/tickbench.hpp>

#include "suite/matmul_tile.hpp"

namespace {

using testing::HasSubstr;

constexpr std::size_t kWorkItems = 64;

struct Buffers {
  tickbench::Buffer<float> a, b, out;
};

/// Of a tile of matmul_tuned, within the matrices or over their edges.
tickbench::Launch launch_of_tile(const std::string& variant, tickbench::Device& device,
                                 const Buffers& on) {
  const auto items = suite::matmul_tile(variant.substr(0, variant.find('-'))).work_items;
  return device.kernel("matmul_tuned", variant)
      .args(on.a, on.b, on.out, std::size_t{16})
      .over({items, 1}, {items, 1});
}

/// Of what is in the module of this name.
std::vector<tickbench::Launch> launches_of(const std::string& module, tickbench::Device& device,
                                           const Buffers& on) {
  const auto kernel = [&](std::string_view name) { return device.kernel(name); };
  const std::size_t n = 16;
  if (module == "copy.spv") return {kernel("copy").args(on.a, on.out).over(kWorkItems)};
  if (module == "empty.spv") return {kernel("empty").args().over(kWorkItems)};
  if (module == "matmul.spv")
    return {kernel("matmul").args(on.a, on.b, on.out, n).over({n, n}, {n, n})};
  if (module == "matmul_tiled.spv")
    return {kernel("matmul_tiled").args(on.a, on.b, on.out, n).over({n, n}, {n, n})};
  if (module == "saxpy.spv") return {kernel("saxpy").args(2.0F, on.a, on.out).over(kWorkItems)};
  if (module == "tickbench_peak.spv")
    return {kernel(tickbench::peak::kUpdateKernel).args(on.a, on.out).over(kWorkItems),
            kernel(tickbench::peak::kMultiplyAddKernel).args(on.out, 1.0F, 1.0F).over(kWorkItems),
            kernel("tickbench_peak_fill").args(on.out, 1.0F).over(kWorkItems)};
  ADD_FAILURE() << "not launched here: the kernels of " << module;
  return {};
}

std::string outcome_of(const tickbench::Launch& launch, tickbench::TimeMethod method) {
  try {
    launch.queue().run(launch.work(), {1, method, 0});
  } catch (const tickbench::Error& error) {
    return error.what();
  }
  return "a time";
}

class SimulatedDevice : public testing::Test {
 protected:
  void SetUp() override {
    for (auto* backend : tickbench::backend::all())
      if (backend->name() == "level_zero") backend_ = backend;
    ASSERT_NE(backend_, nullptr);
    if (backend_->devices(not_listed_).empty())
      GTEST_SKIP() << "no simulated device: " << not_listed_.reason;
  }

  std::unique_ptr<tickbench::backend::Device> open() {
    return backend_->open(backend_->devices(not_listed_).front());
  }

  void check_each_launch() {
    const auto opened = open();
    tickbench::Device device(*opened);
    constexpr std::size_t kFloats = 16 * kWorkItems;
    const Buffers on{device.allocate<float>(kFloats), device.allocate<float>(kFloats),
                     device.allocate<float>(kFloats)};
    for (const auto& module : tickbench::backend::modules()) {
      if (module.format != "spirv") continue;
      const std::vector<tickbench::Launch> launches =
          module.variant.empty()
              ? launches_of(std::string(module.name), device, on)
              : std::vector{launch_of_tile(std::string(module.variant), device, on)};
      for (const auto& launch : launches)
        for (const auto method :
             {tickbench::TimeMethod::kBracket, tickbench::TimeMethod::kOneEvent})
          // A call that is refused would be named instead.
          EXPECT_THAT(outcome_of(launch, method), HasSubstr("the device executed nothing"))
              << module.name << ", " << to_string(method);
    }
    EXPECT_THAT(outcome_of(device.copy(on.out, on.a), tickbench::TimeMethod::kBracket),
                HasSubstr(has_copy_engine_ ? "the device executed nothing"
                                           : "no queue group that only copies"));
  }

  tickbench::backend::Backend* backend_ = nullptr;
  tickbench::backend::NotListed not_listed_;
  bool has_copy_engine_ = true;
};

TEST_F(SimulatedDevice, BuildsAndTakesEveryKernelOfTheSuite) { check_each_launch(); }

TEST_F(SimulatedDevice, TakesTheOtherWaysOfTheBackEnd) {
  const std::map<std::string, std::string> others{
      {"list", "immediate"}, {"stamps", "context"}, {"query", "appended"}, {"copies", "engine"}};
  for (const auto& [setting, value] : others) backend_->choose(setting, value);
  const char* const generation = std::getenv("ProductFamilyOverride");
  has_copy_engine_ = generation == nullptr || std::string_view(generation) != "skl";
  check_each_launch();
  for (const auto& setting : backend_->settings())
    backend_->choose(setting.name, setting.values.front());
}

}  // namespace
