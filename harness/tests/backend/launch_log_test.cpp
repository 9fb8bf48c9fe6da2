// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/launch_log.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "backend/recording_device.hpp"
#include "tickbench/device.hpp"

namespace tickbench {
namespace {

using backend::LaunchLog;
using backend::RecordingDevice;

struct Given {
  std::string code = "kernel void k() {}", kernel = "k";
  std::size_t global = 8, local = 4, elements = 8, local_elements = 2;
  int value = 3, input = 1;
  MemoryKind kind = MemoryKind::kDevice;
  bool exchanges_buffers = false, runs_before = false, is_chain = false, fills = false,
       writes_by_pointer = false;
};

/// A body that uploads, launches and is timed.
LaunchDigest digest(const Given& given = {}, const std::function<void(Device&)>& more = {}) {
  RecordingDevice recording;
  recording.code = given.code;
  Device device(recording);
  LaunchLog log;
  auto x = device.upload(std::vector<int>(given.elements, given.input), given.kind);
  auto y = device.upload(std::vector<int>(given.elements, 0));
  if (given.exchanges_buffers) std::swap(x, y);
  auto kernel = device.kernel(given.kernel);
  const auto launch = kernel.args(given.value, x, y, local<int>(given.local_elements))
                          .over(given.global, given.local);
  if (given.runs_before) launch();
  if (given.writes_by_pointer) *static_cast<int*>(x.memory().host_pointer()) = 77;
  if (more) more(device);
  const auto fill = device.fill(y, 0);
  const std::vector<Launch> links{launch, fill};
  const auto timed = given.is_chain ? detail::chain(links) : given.fills ? fill : launch;
  return log.digest(timed.work());
}

TEST(LaunchLog, IsTheSameForTheSameBody) {
  const auto first = digest();
  EXPECT_EQ(first.why_not, "");
  EXPECT_EQ(first.code.size(), 1U);
  const std::vector<int> elsewhere(100);  // other addresses
  EXPECT_EQ(digest().value, first.value);
  EXPECT_EQ(digest({.code = "kernel void k() { /* said */ }"}).value,
            digest({.code = "kernel void k() { }"}).value);
}

TEST(LaunchLog, WhatMayChangeTheTimeChangesIt) {
  const std::vector<std::pair<const char*, Given>> all{
      {"code", {.code = "kernel void k() { ; }"}},
      {"kernel", {.kernel = "j"}},
      {"global size", {.global = 16}},
      {"work-group", {.local = 8}},
      {"buffer size", {.elements = 9}},
      {"local memory", {.local_elements = 3}},
      {"value", {.value = 4}},
      {"input", {.input = 2}},
      {"kind of memory", {.kind = MemoryKind::kHost}},
      {"which buffer", {.exchanges_buffers = true}},
      {"a launch before", {.runs_before = true}},
      {"a chain", {.is_chain = true}},
      {"another launch", {.fills = true}},
      {"what the host writes by a pointer", {.writes_by_pointer = true}}};
  std::set<std::uint64_t> seen{digest().value};
  for (const auto& [what, given] : all) {
    const auto found = digest(given);
    EXPECT_EQ(found.why_not, "") << what;
    EXPECT_TRUE(seen.insert(found.value).second) << what;
  }
}

TEST(LaunchLog, WhatIsNotSeenHasNoDigest) {
  EXPECT_NE(digest({}, [](Device& device) { device.backend(); }).why_not, "");
  EXPECT_NE(digest({.code = ""}).why_not, "") << "of unknown code";
  EXPECT_NE(LaunchLog().digest({}).why_not, "") << "the benchmark's own code";
  EXPECT_NE(digest({},
                   [](Device& device) {
                     Launch(device.backend().queue(), Work{[] {}, 0, ""})();
                   })
                .why_not,
            "");
  RecordingDevice recording;
  Device device(recording);
  const auto earlier = device.kernel("k").over(4);
  LaunchLog log;
  EXPECT_NE(log.digest(earlier.work()).why_not, "") << "made before";
}

TEST(LaunchLog, AResetCounts) {
  const auto with = [](bool resets) {
    RecordingDevice recording;
    Device device(recording);
    LaunchLog log;
    const auto launch = device.kernel("k").over(4), reset = device.kernel("reset").over(4);
    if (resets) LaunchLog::note_use("reset", reset.work());
    return log.digest(launch.work()).value;
  };
  EXPECT_NE(with(true), with(false));
}

TEST(LaunchLog, TheHarnesssOwnWorkIsKeptOut) {
  EXPECT_EQ(digest({},
                   [](Device& device) {
                     const LaunchLog unseen;
                     device.upload(std::vector<int>(3, 3));
                     device.kernel("own").over(1)();
                     device.backend();
                   })
                .value,
            digest().value);
}

TEST(LaunchLog, ABufferAtTheAddressOfAnEarlierOneIsAnother) {
  const auto reuse = [](bool keeps) {
    RecordingDevice recording;
    Device device(recording);
    LaunchLog log;
    std::optional<Buffer<int>> first(device.allocate<int>(4));
    const auto launch = device.kernel("k").args(*first).over(4);
    launch();
    auto second = device.allocate<int>(4);
    if (keeps) second = device.allocate<int>(4);
    auto& used = keeps ? *first : second;
    return log.digest(device.kernel("k").args(used).over(4).work()).value;
  };
  EXPECT_NE(reuse(true), reuse(false));
}

}  // namespace
}  // namespace tickbench
