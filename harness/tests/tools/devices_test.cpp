// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "fakes/fake_backend.hpp"
#include "tools/tool_fixture.hpp"

namespace tickbench::tools {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class Devices : public ToolTest {
 protected:
  Devices() { opencl_.add_device("Fake GPU"); }
  Result devices(std::vector<std::string> flags = {}) {
    flags.insert(flags.begin(), "devices");
    return run(flags, {&opencl_, &level_zero_});
  }
  fakes::SimulatedTime time_;
  fakes::FakeBackend opencl_{"opencl", time_};
  fakes::FakeBackend level_zero_{"level_zero", time_};
};

TEST_F(Devices, AreListedAsASuiteListsThem) {
  const auto result = devices();
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("opencl:0"), HasSubstr("Fake GPU"), HasSubstr("default")));
  EXPECT_EQ(result.err, "level_zero: no device: no platform\n");
}

TEST_F(Devices, AsJson) {
  const auto json = nlohmann::json::parse(devices({"--json"}).out);
  EXPECT_EQ(json["devices"][0]["name"], "Fake GPU");
  EXPECT_EQ(json["without_devices"]["level_zero"], "no platform");
}

TEST_F(Devices, AsAResourceSpecification) {
  const auto json = nlohmann::json::parse(devices({"--resource-spec"}).out);
  EXPECT_EQ(json["version"]["major"], 1);
  EXPECT_EQ(json["local"][0].dump(),
            R"({"level_zero":[{"id":"none","slots":1024}],"opencl":[{"id":"0","slots":1}]})");
  EXPECT_EQ(devices({"--resource-spec", "--json"}).status, 2);
}

/// As a driver whose constructor calls exit.
struct ExitingBackend : backend::Backend {
  std::string_view name() const noexcept override { return "opencl"; }
  std::vector<backend::DeviceInfo> devices(backend::NotListed& /*not_listed*/) override {
    std::exit(0);
  }
  std::unique_ptr<backend::Device> open(const backend::DeviceInfo& /*device*/) override {
    return nullptr;
  }
};

TEST_F(Devices, ADriverThatExitsFails) {
  const auto list = [] {
    ExitingBackend exiting;
    std::ostringstream out;
    run_tool(std::vector<const char*>{"tickbench", "devices", "--resource-spec"}, out, std::cerr,
             {&exiting});
  };
  EXPECT_EXIT(list(), testing::ExitedWithCode(1), "one of them called exit");
}

TEST_F(Devices, NoOtherCommandAsksADriver) {
  EXPECT_EQ(devices({"--help"}).status, 0);
  EXPECT_EQ(run({"floors", "--help"}).status, 0);
  EXPECT_EQ(opencl_.journal.enumerated, 0);
}

}  // namespace
}  // namespace tickbench::tools
