// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "devices/selection.hpp"
#include "suite/suite.hpp"

namespace tickbench::suite {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Variables that CTest would set, while it lives.
class Variables {
 public:
  explicit Variables(std::map<std::string, std::string> values) : values_(std::move(values)) {
    for (const auto& [name, value] : values_) ::setenv(name.c_str(), value.c_str(), 1);
  }
  Variables(const Variables&) = delete;
  Variables& operator=(const Variables&) = delete;
  ~Variables() {
    for (const auto& [name, value] : values_) ::unsetenv(name.c_str());
  }

 private:
  std::map<std::string, std::string> values_;
};

std::map<std::string, std::string> given(const std::string& devices) {
  return {{"CTEST_RESOURCE_GROUP_COUNT", "1"},
          {"CTEST_RESOURCE_GROUP_0", "opencl"},
          {"CTEST_RESOURCE_GROUP_0_OPENCL", devices}};
}

class Allocated : public ::testing::Test {
 protected:
  Allocated() {
    suite_.opencl.add_device("Second GPU");
    suite_.level_zero.add_device("Third GPU");
    suite_.has_level_zero = true;
    suite_.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  }
  Suite suite_;
};

TEST_F(Allocated, DevicesReplaceTheDefaultOfTheirBackEnd) {
  const Variables variables(given("id:1,slots:1"));
  const auto result = suite_.run();
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("opencl:1: Second GPU"),
                                HasSubstr("level_zero:0: Third GPU"), Not(HasSubstr("opencl:0"))));
}

TEST_F(Allocated, SeveralDevicesAndSubDevices) {
  const Variables variables(given("id:0_1,slots:1;id:1,slots:2"));
  const auto result = suite_.run();
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("opencl:0.1: Fake GPU"), HasSubstr("opencl:1: Second GPU")));
}

TEST_F(Allocated, TheSameDeviceByAFlagIsNoContradiction) {
  const Variables variables(given("id:1,slots:1"));
  EXPECT_EQ(suite_.run({"--tickbench_device=second"}).status, 0);
  EXPECT_EQ(suite_.run({"--tickbench_device=level_zero:0"}).status, 0);
}

TEST_F(Allocated, AnotherDeviceByAFlagIsRefused) {
  const Variables variables(given("id:1,slots:1"));
  for (const std::string flag : {"opencl:0", "opencl", "fake", "opencl:all"}) {
    const auto result = suite_.run({"--tickbench_device=" + flag});
    EXPECT_EQ(result.status, 2) << flag;
    EXPECT_THAT(result.err,
                HasSubstr("CTest has given this test opencl:1, found opencl:0 (Fake GPU)"));
    EXPECT_EQ(suite_.opencl.journal.opened, 0);
  }
}

TEST_F(Allocated, ADeviceThatIsNotHereIsAMistakeAndNoSkip) {
  const Variables variables(given("id:7,slots:1"));
  const auto result = suite_.run({"--tickbench_benchmark=opencl/saxpy/64"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err,
              HasSubstr("CTest has given this test opencl:7: no device 'opencl:7' here"));
}

TEST_F(Allocated, NoDeviceIsASkipThatSaysWhatIsHere) {
  const Variables variables(given("id:none,slots:1"));
  const std::string id = "--tickbench_benchmark=opencl/saxpy/64";
  const auto result = suite_.run({id});
  EXPECT_EQ(result.status, 77);
  EXPECT_THAT(result.err, HasSubstr("no device of the back end opencl when CTest's resource file "
                                    "was written (tickbench devices --resource-spec writes it "
                                    "anew); here: opencl:0 (Fake GPU), opencl:1 (Second GPU)"));
  EXPECT_EQ(suite_.opencl.journal.opened, 0);
  EXPECT_EQ(suite_.run({id, "--tickbench_device=opencl:7"}).status, 77);
  const auto contradicted = suite_.run({id, "--tickbench_device=opencl:1"});
  EXPECT_EQ(contradicted.status, 2);
  EXPECT_THAT(contradicted.err, HasSubstr("CTest has given this test opencl:none, found opencl:1"));
}

TEST_F(Allocated, WhatCannotBeUnderstoodIsRefused) {
  for (const std::string devices :
       {"1", "id:a,slots:1", "id:1", "id:1,slots:1;", "id:1,slots:1;x"}) {
    const Variables variables(given(devices));
    if (devices.ends_with(";")) {
      EXPECT_EQ(suite_.run().status, 0);
      continue;
    }
    const auto result = suite_.run();
    EXPECT_EQ(result.status, 2) << devices;
    EXPECT_THAT(result.err,
                HasSubstr("CTEST_RESOURCE_GROUP_0_OPENCL=" + devices + ": expected devices as"));
  }
}

TEST_F(Allocated, ResourcesOfOtherKindsAreNotTheSuites) {
  const Variables variables({{"CTEST_RESOURCE_GROUP_COUNT", "1"},
                             {"CTEST_RESOURCE_GROUP_0", "licences"},
                             {"CTEST_RESOURCE_GROUP_0_LICENCES", "id:x,slots:1"}});
  EXPECT_EQ(suite_.run().status, 0);
}

TEST(ResourceSpec, HasTheDevicesOfTheDefaultOnesType) {
  fakes::SimulatedTime time;
  fakes::FakeBackend opencl("opencl", time);
  fakes::FakeBackend level_zero("level_zero", time);
  opencl.add_device("A CPU", backend::DeviceType::kCpu);
  opencl.add_device("GPU");
  opencl.add_device("Another GPU");
  opencl.infos.back().index = "2.1";
  std::ostringstream out;
  devices::write_resource_spec(devices::enumerate({&opencl, &level_zero}), out);
  EXPECT_EQ(nlohmann::json::parse(out.str()), nlohmann::json::parse(R"({
      "version": {"major": 1, "minor": 0},
      "local": [{"opencl": [{"id": "1", "slots": 1}, {"id": "2_1", "slots": 1}],
                 "level_zero": [{"id": "none", "slots": 1024}]}]})"));
}

}  // namespace
}  // namespace tickbench::suite
