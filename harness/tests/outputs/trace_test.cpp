// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "outputs/trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "suite/suite.hpp"

namespace tickbench::outputs {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

json traced(suite::Suite& suite, std::vector<std::string> flags = {}) {
  const auto path = suite.path("trace.json");
  flags.push_back("--tickbench_trace_out=" + path);
  const auto result = suite.run(flags);
  EXPECT_EQ(result.status, 0) << result.err;
  return json::parse(suite::read_file(path));
}

struct Span {
  std::string name;
  double begin = 0, end = 0;
};
using Lane = std::pair<int, int>;  ///< process, thread

// Checks every event against the format on the way.
std::map<Lane, std::vector<Span>> lanes_of(const json& trace) {
  std::map<Lane, std::vector<Span>> lanes;
  for (const auto& event : trace.at("traceEvents")) {
    if (event.at("ph") == "M") {
      EXPECT_TRUE(event.at("args").at("name").is_string());
      continue;
    }
    EXPECT_EQ(event.at("ph"), "X") << event;
    EXPECT_GE(event.at("ts").get<double>(), 0) << event;
    EXPECT_GE(event.at("dur").get<double>(), 0) << event;
    lanes[{event.at("pid"), event.at("tid")}].push_back(
        {event.at("name"), event.at("ts"),
         event.at("ts").get<double>() + event.at("dur").get<double>()});
  }
  return lanes;
}

// A viewer drops a slice that begins inside another one and ends outside of it.
void expect_nested(const std::vector<Span>& spans) {
  constexpr double kRounding = 1e-6;  // us: of sums of doubles
  std::vector<Span> open;
  double last = 0;
  for (const auto& span : spans) {
    EXPECT_GE(span.begin, last - kRounding) << span.name;
    last = span.begin;
    while (!open.empty() && open.back().end <= span.begin + kRounding) open.pop_back();
    if (!open.empty()) {
      EXPECT_LE(span.end, open.back().end + kRounding) << span.name;
    }
    open.push_back(span);
  }
}

std::vector<Span> named(const std::vector<Span>& spans, const std::string& name) {
  std::vector<Span> result;
  for (const auto& span : spans)
    if (span.name == name) result.push_back(span);
  return result;
}

TEST(Trace, IsWellFormedAndComplete) {
  suite::Suite suite;
  suite.opencl.behaviour.has_phases = true;
  suite.opencl.add_device("Second GPU");
  suite.add("Saxpy", suite::saxpy_with("saxpy"))->Arg(64)->Arg(128);
  const auto trace = traced(suite, {"--tickbench_device=all", "--benchmark_repetitions=2"});
  EXPECT_EQ(trace.at("otherData").at("schema"), "tickbench-trace/1");
  EXPECT_EQ(trace.at("displayTimeUnit"), "ns");
  const auto lanes = lanes_of(trace);
  ASSERT_EQ(lanes.size(), 6U);  // two devices, each with the host, the device and the phases
  for (const auto& [lane, spans] : lanes) expect_nested(spans);
  const auto& host = lanes.at({1, 1});
  EXPECT_EQ(named(host, "opencl/saxpy/64 isolated").size(), 2U);
  EXPECT_EQ(named(host, "opencl/saxpy/128 batched").size(), 2U);
  EXPECT_EQ(named(host, "enqueue").size(), named(host, "wait").size());
}

TEST(Trace, ShowsTheLagFromSubmissionToStart) {
  suite::Suite suite;
  suite.opencl.behaviour.has_phases = true;
  suite.add("Saxpy", suite::saxpy_with("saxpy"))->Arg(64);
  const auto lanes = lanes_of(traced(suite, {"--tickbench_mode=isolated"}));
  const auto waits = named(lanes.at({1, 1}), "wait");
  const auto queued = named(lanes.at({1, 2}), "queued");
  const auto submitted = named(lanes.at({1, 2}), "submitted");
  const auto running = named(lanes.at({1, 2}), "running");
  ASSERT_EQ(running.size(), waits.size());
  ASSERT_EQ(submitted.size(), waits.size());
  ASSERT_EQ(queued.size(), waits.size());
  for (std::size_t i = 0; i < waits.size(); ++i) {
    // As the fake device states them: 20 us of host, a quarter each.
    EXPECT_NEAR(queued[i].end - queued[i].begin, 5, 0.01);
    EXPECT_NEAR(submitted[i].end - submitted[i].begin, 5, 0.01);
    EXPECT_NEAR(running[i].end - running[i].begin, 10, 0.01);
    EXPECT_NEAR(queued[i].begin, waits[i].begin - 5, 0.3);  // half-way through the enqueue
    EXPECT_LE(running[i].end, waits[i].end + 1e-3);
  }
}

TEST(Trace, SaysWhereThereIsNoCommonAxis) {
  suite::Suite suite;
  suite.opencl.behaviour.has_time_line = false;
  suite.add("Saxpy", suite::saxpy_with("saxpy"))->Arg(64);
  const auto trace = traced(suite);
  EXPECT_THAT(trace.at("otherData").at("device_axis").at("opencl:0").at("event").get<std::string>(),
              HasSubstr("no common axis"));
  const auto lanes = lanes_of(trace);
  const auto waits = named(lanes.at({1, 1}), "wait");
  const auto running = named(lanes.at({1, 2}), "running");
  ASSERT_EQ(running.size(), waits.size());
  for (std::size_t i = 0; i < waits.size(); ++i) EXPECT_NEAR(running[i].end, waits[i].end, 1e-3);
}

TEST(Trace, IsLimited) {
  suite::Suite suite;
  suite.add("Saxpy", suite::saxpy_with("saxpy"))->Arg(64);
  const auto lanes =
      lanes_of(traced(suite, {"--tickbench_mode=isolated", "--benchmark_min_time=1000x"}));
  EXPECT_EQ(named(lanes.at({1, 1}), "wait").size(), kMostTracedSamples);
}

TEST(Trace, OfARunThatMeasuredNothingHasNothingButPhases) {
  suite::Suite suite;
  suite.add("Saxpy", suite::saxpy_with("saxpy"))->Arg(64);
  const auto lanes = lanes_of(traced(suite, {"--tickbench_verify_only"}));
  ASSERT_EQ(lanes.size(), 1U);
  EXPECT_EQ(named(lanes.at({1, 3}), "check").empty(), false);
  EXPECT_TRUE(named(lanes.at({1, 3}), "sampling").empty());
}

TEST(Trace, ShowsThePhasesThatTheEntryAddsUp) {
  suite::Suite suite;
  suite.add("Saxpy", suite::saxpy_with("saxpy"))->Arg(64);
  const auto path = suite.path("trace.json");
  const auto wall = suite.run_json({"--tickbench_trace_out=" + path})
                        .json()["benchmarks"][0]["tickbench"]["wall"];
  const auto lanes = lanes_of(json::parse(suite::read_file(path)));
  const auto& phases = lanes.at({1, 3});
  double total = 0;
  for (const auto* phase : {"device", "input", "upload", "build", "reference", "check", "warm_up",
                            "sampling", "reference_sampling", "waiting", "other"}) {
    double sum = 0;
    for (const auto& span : named(phases, phase)) sum += (span.end - span.begin) * 1e-6;
    EXPECT_NEAR(wall.at(phase).get<double>(), sum, 1e-9) << phase;
    total += sum;
  }
  EXPECT_NEAR(wall.at("total").get<double>(), total, 1e-9);
  EXPECT_NEAR(total, (phases.back().end - phases.front().begin) * 1e-6, 1e-9);
  // Of the modes, whose sampling it is.
  EXPECT_GE(wall.at("sampling").get<double>(),
            wall.at("isolated").get<double>() + wall.at("batched").get<double>());
  for (const auto* phase : {"upload", "check", "warm_up"}) EXPECT_GT(wall.at(phase), 0) << phase;
}

TEST(Trace, NamesFromOutsideStayText) {
  suite::Suite suite;
  suite.opencl.infos[0].name = "GPU \"x\"]}</script>\n\xff";
  suite.add("Saxpy", suite::saxpy_with("saxpy"))->Arg(64);
  const auto samples = suite.path("samples.json");
  const auto trace = traced(suite, {"--tickbench_samples_out=" + samples});
  EXPECT_TRUE(json::accept(suite::read_file(samples)));
  EXPECT_THAT(trace.at("traceEvents").at(0).at("args").at("name").get<std::string>(),
              HasSubstr("GPU \"x\"]}</script>"));
}

TEST(Trace, MustNotBeAnotherOutput) {
  suite::Suite suite;
  suite.add("Saxpy", suite::saxpy_with("saxpy"))->Arg(64);
  const auto result = suite.run({"--tickbench_samples_out=" + suite.path("a.json"),
                                 "--tickbench_trace_out=" + suite.path("a.json")});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("expected a file of its own, found that it is that of "
                                    "--tickbench_samples_out"));
}

TEST(LaunchPhases, AreInTheResultsAndTheSamples) {
  suite::Suite suite;
  suite.opencl.behaviour.has_phases = true;
  suite.add("Saxpy", suite::saxpy_with("saxpy"))->Arg(64);
  const auto samples_path = suite.path("samples.json");
  const auto entry = suite.run_json({"--tickbench_samples_out=" + samples_path})
                         .json()["benchmarks"][0]["tickbench"];
  const auto& launch = entry["launch"];
  ASSERT_EQ(launch.size(), 3U);
  EXPECT_NEAR(launch["queued_to_submit"]["value"].get<double>(), 5e-6, 1e-8);
  EXPECT_NEAR(launch["submit_to_start"]["value"].get<double>(), 5e-6, 1e-8);
  EXPECT_NEAR(launch["start_to_end"]["value"].get<double>(),
              entry["metrics"]["isolated_time"]["value"].get<double>(), 1e-8);
  EXPECT_LE(launch["start_to_end"]["low"], launch["start_to_end"]["high"]);
  const auto samples = json::parse(suite::read_file(samples_path))["benchmarks"];
  EXPECT_EQ(samples[0]["queued_to_submit_seconds"].size(), samples[0]["device_seconds"].size());
  EXPECT_FALSE(samples[1].contains("queued_to_submit_seconds"));  // batched: no event a launch
}

TEST(LaunchPhases, AreMissedWhereTheDeviceStatesNone) {
  suite::Suite suite;
  suite.add("Saxpy", suite::saxpy_with("saxpy"))->Arg(64);
  const auto entry = suite.run_json().json()["benchmarks"][0]["tickbench"];
  EXPECT_FALSE(entry.contains("launch"));
}

}  // namespace
}  // namespace tickbench::outputs
