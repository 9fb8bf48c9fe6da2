// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "partner/paired_device.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string_view>
#include <vector>

#include "fakes/fake_backend.hpp"
#include "tickbench/device.hpp"
#include "tickbench/error.hpp"

namespace tickbench::other_build {
namespace {

using ::testing::ElementsAre;

backend::Module fake(std::string_view kernel, std::string_view function) {
  return {kernel, "fake", std::as_bytes(std::span(function))};
}

class PairedDeviceTest : public ::testing::Test {
 protected:
  PairedDeviceTest() {
    opencl_.add_device("Fake GPU");
    device_ = opencl_.open(opencl_.infos.front());
  }

  /// Launches the kernel `double_it` by each build's turn.
  void launch_each(PairedDevice& paired) {
    Device device(paired);
    const std::vector<float> ones(16, 1);
    auto y = device.upload(ones);
    const auto launch = device.kernel("double_it").args(y).over(16);
    launch();
    paired.launch_partner([&] { launch(); });
    launch();
  }

  fakes::SimulatedTime time_;
  fakes::FakeBackend opencl_{"opencl", time_};
  std::unique_ptr<backend::Device> device_;
};

TEST_F(PairedDeviceTest, LaunchesTheOtherBuildsKernelWhileItIsAskedTo) {
  const std::vector<backend::Module> others{fake("double_it", "saxpy_nothing")};
  PairedDevice paired(*device_, others);
  launch_each(paired);
  EXPECT_THAT(opencl_.journal.kernels, ElementsAre("double_it", "saxpy_nothing", "double_it"));
  EXPECT_EQ(paired.launched(), 1U);
  EXPECT_TRUE(paired.differences().empty());
}

TEST_F(PairedDeviceTest, AKernelThatIsNotThereIsADifference) {
  opencl_.behaviour.declared["double_it"] = {"global float* y"};
  const std::vector<backend::Module> others{fake("saxpy", "saxpy")};
  PairedDevice paired(*device_, others);
  launch_each(paired);
  launch_each(paired);
  EXPECT_THAT(opencl_.journal.kernels, ::testing::Each("double_it"));
  EXPECT_EQ(paired.launched(), 0U);
  ASSERT_EQ(paired.differences().size(), 1U) << "each once";
  EXPECT_EQ(paired.differences()[0].kernel, "double_it");
  EXPECT_EQ(paired.differences()[0].here, "(global float* y)");
  EXPECT_EQ(paired.differences()[0].partner_arguments, "none");
  paired.begin();
  EXPECT_TRUE(paired.differences().empty());
}

TEST_F(PairedDeviceTest, OtherArgumentsAreADifferenceWhereBothAreKnown) {
  const std::vector<backend::Module> others{fake("double_it", "saxpy_nothing")};
  opencl_.behaviour.declared["double_it"] = {"global float* y"};
  {
    PairedDevice paired(*device_, others);
    launch_each(paired);
    EXPECT_EQ(paired.differences().size(), 1U) << "their number";
  }
  opencl_.behaviour.declared["saxpy_nothing"] = {"global int* y"};
  {
    PairedDevice paired(*device_, others);
    launch_each(paired);
    ASSERT_EQ(paired.differences().size(), 1U);
    EXPECT_EQ(paired.differences()[0].partner_arguments, "(global int* y)");
    EXPECT_EQ(paired.launched(), 0U);
  }
  opencl_.behaviour.declared["saxpy_nothing"] = {""};
  PairedDevice paired(*device_, others);
  launch_each(paired);
  EXPECT_TRUE(paired.differences().empty()) << "a driver need not know";
}

TEST_F(PairedDeviceTest, WhatDoesNotBuildIsAnErrorThatSaysWhose) {
  const std::vector<backend::Module> others{fake("double_it", "broken")};
  PairedDevice paired(*device_, others);
  EXPECT_THROW(
      {
        try {
          launch_each(paired);
        } catch (const Error& error) {
          EXPECT_THAT(error.what(), ::testing::StartsWith("the other build's kernels: "));
          EXPECT_EQ(error.outcome(), Outcome::kBuildFailed);
          throw;
        }
      },
      Error);
}

}  // namespace
}  // namespace tickbench::other_build
