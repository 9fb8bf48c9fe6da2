// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "partner/modules_file.hpp"
#include "suite/suite.hpp"

namespace tickbench::suite {
namespace {

using ::testing::HasSubstr;

/// All launches compute, and that takes time.
constexpr const char* kShort = "--tickbench_budget=0.03";

/// A suite with saxpy/1024, of which another build has the kernel `function`.
class OtherBuild : public ::testing::Test {
 protected:
  OtherBuild() { suite_.add("Saxpy", saxpy_with("saxpy"))->Arg(1024); }

  std::string flag(std::string_view function, std::string_view kernel = "saxpy") {
    const auto path = suite_.path("old.json");
    std::ofstream(path) << other_build::to_modules_file(
        {{kernel, "fake", std::as_bytes(std::span(function))}}, {"1.2", "83b3f7f"});
    return "--tickbench_other_modules=" + path;
  }
  Suite::Result run_json(std::vector<std::string> flags) {
    flags.emplace_back(kShort);
    return suite_.run_json(std::move(flags));
  }
  static nlohmann::json other_build(const Suite::Result& result) {
    return result.json()["benchmarks"][0]["tickbench"]["other_build"];
  }

  Suite suite_;
};

TEST_F(OtherBuild, IsTimedInTurnWithThisOne) {
  suite_.opencl.behaviour.slowness["saxpy_there"] = 1.25;
  const auto result = run_json({flag("saxpy_there")});
  EXPECT_EQ(result.status, 0) << result.err;
  const auto other = other_build(result);
  EXPECT_GT(other["pairs"], 10);
  EXPECT_NEAR(other["here"]["value"].get<double>(), 1e-5, 1e-8);
  EXPECT_NEAR(other["there"]["value"].get<double>(), 1.25e-5, 1e-8);
  EXPECT_NEAR(other["ratio"]["value"].get<double>(), 0.8, 1e-3);
  EXPECT_LE(other["ratio"]["low"], other["ratio"]["high"]);
  const auto row = result.json()["benchmarks"][0]["tickbench"];
  EXPECT_TRUE(row["references"].empty()) << "a reference says nothing of two builds";
  EXPECT_EQ(result.json()["context"]["tickbench"]["other_build"]["commit"], "83b3f7f");
}

TEST_F(OtherBuild, WithoutOneNothingIsSaidOfIt) {
  const auto json = suite_.run_json().json();
  EXPECT_FALSE(json["benchmarks"][0]["tickbench"].contains("other_build"));
  EXPECT_FALSE(json["context"]["tickbench"].contains("other_build"));
}

TEST_F(OtherBuild, ItsWrongResultFails) {
  const auto result = run_json({flag("saxpy_wrong")});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("the other build's kernels: what was timed"));
}

TEST_F(OtherBuild, KernelsThatDifferAreNamedAndNotLaunched) {
  auto& declared = suite_.opencl.behaviour.declared;
  declared["saxpy"] = {"float a", "global float* x", "global float* y", "ulong n"};
  declared["saxpy_there"] = {"float a", "global float* x", "global float* y", "uint n"};
  const auto result = run_json({flag("saxpy_there")});
  EXPECT_EQ(result.status, 0) << result.err;
  const auto other = other_build(result);
  ASSERT_EQ(other["differences"].size(), 1U) << other;
  EXPECT_EQ(other["differences"][0]["kernel"], "saxpy");
  EXPECT_EQ(other["differences"][0]["there"],
            "(float a, global float* x, global float* y, uint n)");
  EXPECT_FALSE(other.contains("pairs"));
  EXPECT_EQ(other_build(run_json({flag("saxpy", "another")}))["differences"][0]["there"], "none");
}

TEST_F(OtherBuild, ABenchmarkWithoutItsKernelsSaysSo) {
  suite_
      .add("Copy",
           [](State& state) {
             const auto x = random<float>(state.size());
             auto from = state.device().upload(x);
             auto to = state.device().allocate<float>(state.size());
             const auto launch = state.device().copy(to, from);
             state.expect([&](std::span<float> result) { std::ranges::copy(x, result.begin()); });
             state.verify(launch, out(to), exact());
             state.measure(launch);
           })
      ->Arg(1024);
  const auto json = run_json({flag("saxpy_there")}).json();
  ASSERT_EQ(json["benchmarks"].size(), 2U);
  EXPECT_EQ(json["benchmarks"][1]["tickbench"]["other_build"]["why_not"],
            "it launches no kernel of an embedded module");
}

TEST_F(OtherBuild, GoesWithMeasuringAlone) {
  for (const std::string more : {"--tickbench_verify_only", "--tickbench_floors=floors.json"}) {
    std::ofstream(suite_.path("floors.json"))
        << R"({"schema": "tickbench-floors/1", "floors": [{"device": ".*", "benchmark": ".*",
               "metric": "time", "at_most": 1}]})";
    const auto with = more.starts_with("--tickbench_floors")
                          ? "--tickbench_floors=" + suite_.path("floors.json")
                          : more;
    const auto result = suite_.run({kShort, flag("saxpy_there"), with});
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr("expected one of them, found both"));
  }
  const auto absent = suite_.run({"--tickbench_other_modules=" + suite_.path("none.json")});
  EXPECT_EQ(absent.status, 2);
  const auto replaced =
      suite_.run({kShort, flag("saxpy_there"), "--benchmark_out=" + suite_.path("old.json")});
  EXPECT_EQ(replaced.status, 2);
  EXPECT_THAT(replaced.err, HasSubstr("found that it is that of --tickbench_other_modules"));
}

TEST_F(OtherBuild, ItsModulesAreWrittenByThatBuild) {
  const auto result = suite_.run({"--tickbench_modules_out=" + suite_.path("modules.json")});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(suite_.opencl.journal.enumerated, 0) << "no driver is opened for it";
  const auto same = suite_.run({"--tickbench_modules_out=" + suite_.path("modules.json"),
                                "--tickbench_other_modules=" + suite_.path("modules.json")});
  EXPECT_EQ(same.status, 2);
  EXPECT_THAT(same.err, HasSubstr("expected a file of its own"));
  const auto file = other_build::ModulesFile::read(suite_.path("modules.json"));
  ASSERT_EQ(file.modules().size(), backend::modules().size());
  for (std::size_t i = 0; i < file.modules().size(); ++i) {
    EXPECT_EQ(file.modules()[i].name, backend::modules()[i].name);
    EXPECT_EQ(file.modules()[i].text(), backend::modules()[i].text());
  }
}

}  // namespace
}  // namespace tickbench::suite
