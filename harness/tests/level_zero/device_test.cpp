// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/device.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

#include "level_zero/device_info.hpp"
#include "level_zero/error.hpp"
#include "tickbench/device_timer.hpp"
#include "tickbench/error.hpp"

/// Asked for by the leak sanitizer. A loader that would end the process which destroys the log of a
/// failed build (see ShowsTheWholeLogOfAFailedBuildOrSaysWhyNot) makes the harness leave it behind.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): the sanitizer's name.
extern "C" const char* __lsan_default_suppressions() { return "leak:zecpu::BuildLog"; }

/// On zecpu, cut into two sub-devices; CTest runs all of it once more with the loader's intercept
/// layer, which wraps every handle as several drivers at once do.
namespace tickbench::level_zero {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

class LevelZeroDevice : public testing::Test {
 protected:
  void SetUp() override {
    backend::NotListed not_listed;
    const auto infos = backend().devices(not_listed);
    if (infos.empty() || infos.front().type != backend::DeviceType::kCpu)
      GTEST_SKIP() << "not on the CPU driver: " << not_listed.reason;
  }
  void TearDown() override {
    for (const auto& setting : backend().settings())
      backend().choose(setting.name, setting.values.front());
  }
  std::unique_ptr<backend::Device> open(const std::string& index = "0") {
    const auto info = backend().describe(index);
    return backend().open(info ? *info : first());
  }
  backend::DeviceInfo first() {
    backend::NotListed not_listed;
    return backend().devices(not_listed).front();
  }
};

std::string message_of(const std::function<void()>& action, Outcome outcome) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), outcome) << error.what();
    return error.what();
  }
  return "no error";
}

TEST_F(LevelZeroDevice, SaysThatItIsACpuDriver) { EXPECT_EQ(first().note, "CPU driver"); }

TEST_F(LevelZeroDevice, HasSubDevicesThatAreNotListed) {
  backend::NotListed not_listed;
  EXPECT_EQ(backend().devices(not_listed).size(), 1U);
  const auto part = backend().describe("0.1");
  ASSERT_TRUE(part.has_value());
  EXPECT_EQ(part->id(), "level_zero:0.1");
  EXPECT_LT(part->compute_units, first().compute_units);
  EXPECT_FALSE(backend().describe("1").has_value());
  message_of([] { backend().describe("0.2"); }, Outcome::kNoDevice);
}

TEST_F(LevelZeroDevice, RunsOnASubDevice) {
  const auto part = open("0.1");
  Device device(*part);
  auto data = device.upload(std::vector<float>(64, 3.0F));
  device.kernel("twice").args(data).over(64)();
  EXPECT_EQ(data.read(), std::vector<float>(64, 6.0F));
}

TEST_F(LevelZeroDevice, PutsThePhasesOnTheTimeLineOfItsReadings) {
  for (const auto* list : {"regular", "immediate"}) {
    SCOPED_TRACE(list);
    backend().choose("list", list);
    const auto opened = open();
    Device device(*opened);
    auto data = device.upload(std::vector<float>(64, 3.0F));
    const auto launch = device.kernel("twice").args(data).over(64);
    launch();
    const auto before = opened->queue().read_clock();
    const auto bracket = opened->queue().run(launch.work(), {1, TimeMethod::kOneEvent, 0});
    const auto after = opened->queue().read_clock();
    ASSERT_TRUE(before && after && bracket.launch);
    const Seconds queued = bracket.launch->queued;
    const Seconds end = queued + bracket.launch->queued_to_submit +
                        bracket.launch->submit_to_start + bracket.launch->start_to_end;
    // The readings' own windows, and then some for a thread that is held up within one.
    constexpr Seconds kSlack{2e-3};
    EXPECT_GT(queued, before->device - kSlack);
    EXPECT_LT(end, after->device + kSlack);
  }
}

TEST_F(LevelZeroDevice, CopiesOnAnEngineOfTheirOwn) {
  backend().choose("copies", "engine");
  const auto opened = open();
  Device device(*opened);
  const std::vector<int> values(1000, 7);
  auto from = device.upload(values);
  auto to = device.allocate<int>(1000);
  const auto copy = device.copy(to, from);
  const auto bracket = opened->queue().run(copy.work(), {3, TimeMethod::kBracket, 0});
  EXPECT_GT(bracket.device, Seconds(0));
  EXPECT_EQ(to.read(), values);
  auto data = device.upload(std::vector<float>(64, 1.0F));
  const auto twice = device.kernel("twice").args(data).over(64);
  opened->queue().run(twice.work(), {2, TimeMethod::kBracket, 0});
  EXPECT_EQ(data.read(), std::vector<float>(64, 4.0F));
}

/// The loader of Debian 12 hands out the log of a failed build unwrapped where it wraps handles.
TEST_F(LevelZeroDevice, ShowsTheWholeLogOfAFailedBuildOrSaysWhyNot) {
  const auto opened = open();
  Device device(*opened);
  const auto message = message_of([&] { device.kernel("refused").over(1); }, Outcome::kBuildFailed);
  EXPECT_THAT(message, HasSubstr("ZE_RESULT_ERROR_MODULE_BUILD_FAILURE"));
  if (std::getenv("ZE_ENABLE_LOADER_INTERCEPT") != nullptr)
    EXPECT_THAT(message, AnyOf(HasSubstr("mixes up the handles"),
                               HasSubstr("(images), which this device does not have")));
  else
    EXPECT_THAT(message, HasSubstr("(images), which this device does not have"));
}

/// A program's own context and immediate list.
struct RawList {
  DriverDevice on = find_device("0");
  ze_context_handle_t context = nullptr;
  ze_command_list_handle_t list = nullptr;
  RawList() {
    ze_context_desc_t of_context{ZE_STRUCTURE_TYPE_CONTEXT_DESC, nullptr, 0};
    check(zeContextCreate(on.driver, &of_context, &context), "zeContextCreate");
    ze_command_queue_desc_t description{};
    description.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC;
    description.mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
    check(zeCommandListCreateImmediate(context, on.device, &description, &list),
          "zeCommandListCreateImmediate");
  }
  ~RawList() {
    zeCommandListDestroy(list);
    zeContextDestroy(context);
  }
  RawList(const RawList&) = delete;
  RawList& operator=(const RawList&) = delete;
  void append(int barriers) const {
    for (int i = 0; i < barriers; ++i)
      check(zeCommandListAppendBarrier(list, nullptr, 0, nullptr), "zeCommandListAppendBarrier");
  }
};

TEST_F(LevelZeroDevice, TimesAnImmediateListOfAnother) {
  const RawList raw;
  const auto queue = timed_queue({raw.context, raw.on.device, raw.list, nullptr});
  EXPECT_EQ(queue->device_name(), first().name);
  int calls = 0;
  const Work work{[&] {
                    raw.append(10);
                    ++calls;
                  },
                  false, "barriers"};
  const auto bracket = queue->run(work, {5, TimeMethod::kBracket, 0});
  EXPECT_EQ(calls, 5);
  EXPECT_GT(bracket.device, Seconds(0));
  EXPECT_LE(bracket.device, bracket.host * 1.05);
  EXPECT_FALSE(queue->supports(TimeMethod::kOneEvent, work));
}

TEST_F(LevelZeroDevice, DisplacesCachesOnAListOfAnother) {
  const RawList raw;
  const auto queue = timed_queue({raw.context, raw.on.device, raw.list, nullptr});
  const Work work{[&] { raw.append(10); }, 0, "barriers"};
  const auto bracket = queue->run(work, {1, TimeMethod::kBracket, std::size_t{4097}});
  EXPECT_GT(bracket.device, Seconds(0));
  const std::uint64_t memory = first().memory;
  const auto message = message_of(
      [&] {
        queue->run(work, {1, TimeMethod::kBracket, std::size_t{memory + 1}});
      },
      Outcome::kOverLimit);
  EXPECT_THAT(message, HasSubstr(std::to_string(memory)));
}

TEST_F(LevelZeroDevice, TimesRegionsOnAnImmediateListOfAnother) {
  const RawList raw;
  DeviceTimer timer({raw.context, raw.on.device, raw.list, nullptr});
  for (int region = 0; region < 3; ++region) {
    timer.start();
    raw.append(10);
    timer.stop();
    raw.append(1000);
  }
  EXPECT_EQ(timer.regions(), 3);
  EXPECT_GT(timer.elapsed().device, Seconds(0));
}

TEST_F(LevelZeroDevice, RefusesHandlesThatAreNone) {
  const RawList raw;
  EXPECT_THAT(message_of(
                  [&] {
                    timed_queue({nullptr, raw.on.device, raw.list, nullptr});
                  },
                  Outcome::kInvalidBenchmark),
              HasSubstr("expected a context"));
  EXPECT_THAT(message_of(
                  [&] {
                    timed_queue({raw.context, nullptr, raw.list, nullptr});
                  },
                  Outcome::kInvalidBenchmark),
              HasSubstr("expected a device"));
  EXPECT_THAT(message_of(
                  [&] {
                    DeviceTimer({raw.context, raw.on.device, nullptr, nullptr});
                  },
                  Outcome::kInvalidBenchmark),
              HasSubstr("DeviceTimer: expected a command list"));
  auto* const another = reinterpret_cast<ze_device_handle_t>(raw.context);
  EXPECT_THAT(message_of(
                  [&] {
                    timed_queue({raw.context, another, raw.list, nullptr});
                  },
                  Outcome::kInvalidBenchmark),
              HasSubstr("expected a device of one of the drivers"));
}

}  // namespace
}  // namespace tickbench::level_zero
