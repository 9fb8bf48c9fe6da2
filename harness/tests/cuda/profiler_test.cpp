// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "conditions/profiler.hpp"

#include <dlfcn.h>
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "fakes/error_of.hpp"

namespace tickbench::conditions::profiler {
namespace {

using testing::HasSubstr;

constexpr double kNanosecond = 1e-9;

/// With a library in CUPTI's place, which the environment tells what to do.
class Profiler : public testing::Test {
 protected:
  void SetUp() override {
    calls_ = testing::TempDir() + "tickbench_profiler_calls";
    set("FAKE_CUPTI_RECORDS", "10 0 100 200");
    set("FAKE_CUPTI_CALLS", calls_);
    for (const auto* name : {"FAKE_CUPTI_FAIL", "FAKE_CUPTI_DROPPED"}) set(name, "");
    std::filesystem::remove(calls_);
  }
  static void set(const char* name, const std::string& value) {
    ASSERT_EQ(::setenv(name, value.c_str(), 1), 0);
  }
  /// Nanoseconds.
  static double busy(const std::string& records, std::uint32_t device = 0,
                     std::uint64_t since = 0) {
    set("FAKE_CUPTI_RECORDS", records);
    return device_busy(Recording().take(), device, since).count() / kNanosecond;
  }
  std::string calls() const {
    std::ifstream file(calls_);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::string calls_;
};

TEST_F(Profiler, CountsTheTimeInWhichAnythingRuns) {
  EXPECT_NEAR(busy("10 0 100 200"), 100, 1e-6);
  EXPECT_NEAR(busy("10 0 100 200;10 0 300 450"), 250, 1e-6) << "without the gap";
  EXPECT_NEAR(busy("10 0 100 200;10 0 150 250"), 150, 1e-6) << "what overlaps counts once";
  EXPECT_NEAR(busy("10 0 100 400;10 0 150 250;10 0 200 300"), 300, 1e-6) << "within another";
  EXPECT_NEAR(busy("10 0 100 200;10 0 200 250;10 0 100 200"), 150, 1e-6) << "touching, and equal";
  EXPECT_NEAR(busy("10 0 500 600;10 0 100 200;10 0 550 700;10 0 120 130;10 0 300 300"), 300, 1e-6)
      << "in any order";
  EXPECT_NEAR(busy("1 0 100 200"), 100, 1e-6) << "copies";
  EXPECT_NEAR(busy("2 0 100 200"), 100, 1e-6) << "fills";
  EXPECT_NEAR(busy("22 0 100 200"), 100, 1e-6) << "copies between devices";
  EXPECT_NEAR(busy("10 0 100 200;3 0 150 900"), 100, 1e-6) << "and nothing of another kind";
  EXPECT_NEAR(busy("1 0 100 200;2 0 150 300;10 0 400 410"), 210, 1e-6);
}

TEST_F(Profiler, CountsOneDevice) {
  const std::string records = "10 0 100 200;10 1 100 500;1 1 600 650;1 0 700 710;2 2 1 9";
  EXPECT_NEAR(busy(records, 0), 110, 1e-6);
  EXPECT_NEAR(busy(records, 1), 450, 1e-6);
  const auto error = fakes::error_of([&] { busy(records, 3); });
  EXPECT_EQ(error.outcome(), Outcome::kUnsupported);
  EXPECT_THAT(error.what(), HasSubstr("CUPTI has 0 records of this device, and lost 0"));
}

TEST_F(Profiler, CountsFromAMoment) {
  const std::string records = "10 0 100 200;1 0 300 400;10 0 500 600";
  EXPECT_NEAR(busy(records, 0, 200), 200, 1e-6);
  EXPECT_NEAR(busy(records, 0, 450), 100, 1e-6);
  EXPECT_NEAR(busy(records, 0, 350), 150, 1e-6) << "not what was before it";
  EXPECT_EQ(fakes::error_of([&] { busy(records, 0, 600); }).outcome(), Outcome::kUnsupported);
}

TEST_F(Profiler, KnowsNoTimeWhereRecordsAreLost) {
  const auto expect_lost = [](const std::string& records, const char* message) {
    const auto error = fakes::error_of([&] { busy(records); });
    EXPECT_EQ(error.outcome(), Outcome::kUnsupported);
    EXPECT_THAT(error.what(), HasSubstr(message));
  };
  expect_lost("10 0 100 200;10 0 0 300", "1 records of this device, and lost 1");
  expect_lost("10 0 100 200;10 0 300 0", "lost 1");
  expect_lost("10 0 200 100", "0 records of this device, and lost 1");
  set("FAKE_CUPTI_FAIL", "cuptiActivityGetNextRecord");
  expect_lost("10 0 100 200", "0 records of this device, and lost");
  set("FAKE_CUPTI_FAIL", "cuptiActivityGetNumDroppedRecords");
  expect_lost("10 0 100 200", "1 records of this device, and lost");
  set("FAKE_CUPTI_FAIL", "");
  set("FAKE_CUPTI_DROPPED", "5");
  expect_lost("10 0 100 200", "lost 5");
}

TEST_F(Profiler, IsOnForAsLongAsItRecords) {
  const auto found = [&] {
    const Recording recording;
    std::ofstream(calls_, std::ios::app) << "run\n";
    return recording.take();
  }();
  ASSERT_EQ(found.activities.size(), 1U);
  EXPECT_EQ(found.activities.front().kernel, "saxpy");
  EXPECT_EQ(calls(),
            "cuptiActivityRegisterCallbacks\n"
            "cuptiActivityEnable 10\ncuptiActivityEnable 1\ncuptiActivityEnable 2\n"
            "cuptiActivityEnable 22\n"
            "run\n"
            "cuptiActivityFlushAll\n"
            "cuptiActivityDisable 10\ncuptiActivityDisable 1\ncuptiActivityDisable 2\n"
            "cuptiActivityDisable 22\n"
            "cuptiFinalize\n");
}

TEST_F(Profiler, StartsAnewEachTime) {
  EXPECT_NEAR(busy("10 0 100 200;10 0 300 400"), 200, 1e-6);
  EXPECT_NEAR(busy("10 0 100 110"), 10, 1e-6);
}

TEST_F(Profiler, IsOffAgainBehindAFailure) {
  for (const std::string call :
       {"cuptiActivityRegisterCallbacks", "cuptiActivityEnable", "cuptiActivityFlushAll"}) {
    std::filesystem::remove(calls_);
    set("FAKE_CUPTI_FAIL", call);
    const auto error = fakes::error_of([] { Recording().take(); });
    EXPECT_EQ(error.outcome(), Outcome::kUnsupported);
    EXPECT_THAT(error.what(), HasSubstr(call + ": FAKE_ERROR (21)"));
    EXPECT_EQ(calls().ends_with("cuptiFinalize\n"), call != "cuptiActivityRegisterCallbacks");
    set("FAKE_CUPTI_FAIL", "");
    EXPECT_NEAR(busy("10 0 100 110"), 10, 1e-6) << "behind " << call;
  }
  std::filesystem::remove(calls_);
  const auto fail = [] {
    const Recording recording;
    throw std::runtime_error("of the benchmark's own");
  };
  EXPECT_THROW(fail(), std::runtime_error);
  EXPECT_THAT(calls(), testing::EndsWith("cuptiFinalize\n"));
  EXPECT_NEAR(busy("10 0 100 110"), 10, 1e-6) << "and nothing of the one before";
}

/// Without one that the environment names, and where it is none.
class ProfilerLibrary : public testing::Test {};

TEST_F(ProfilerLibrary, IsNotUsedOnAStandIn) {
  const auto error = fakes::error_of([] { Recording("tickbench").take(); });
  EXPECT_EQ(error.outcome(), Outcome::kUnsupported);
  EXPECT_THAT(error.what(), HasSubstr("CUPTI works with NVIDIA's own driver"));
}

TEST_F(ProfilerLibrary, HasToBeOne) {
  const auto expect = [](const char* file, Outcome outcome, const char* message) {
    ASSERT_EQ(::setenv(kLibraryVariable, file, 1), 0);
    const auto error = fakes::error_of([] { Recording().take(); });
    EXPECT_EQ(error.outcome(), outcome);
    EXPECT_THAT(error.what(), HasSubstr(message));
    ASSERT_EQ(::unsetenv(kLibraryVariable), 0);
  };
  expect("libcupti.so.13", Outcome::kInvalidBenchmark,
         "TICKBENCH_CUPTI: expected an absolute path, found 'libcupti.so.13'");
  expect("/nowhere/libcupti.so.13", Outcome::kUnsupported,
         "no CUPTI is found (/nowhere/libcupti.so.13: ");
  expect("/proc/self/exe", Outcome::kUnsupported, "no CUPTI is found (");
}

TEST_F(ProfilerLibrary, MayBeThatOfOthers) {
  const char* const file = std::getenv("FAKE_CUPTI");
  ASSERT_NE(file, nullptr);
  ASSERT_EQ(::setenv(kLibraryVariable, file, 1), 0);
  ASSERT_NE(::dlopen(file, RTLD_NOW | RTLD_LOCAL), nullptr) << ::dlerror();
  const auto error = fakes::error_of([] { Recording().take(); });
  EXPECT_EQ(error.outcome(), Outcome::kUnsupported);
  EXPECT_THAT(error.what(), HasSubstr("another part of this process uses CUPTI"));
}

}  // namespace
}  // namespace tickbench::conditions::profiler
