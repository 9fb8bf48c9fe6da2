// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/stream.hpp"

#include <gmock/gmock.h>

#include <cstring>
#include <functional>

#include "backend/recording_device.hpp"
#include "tickbench/error.hpp"

namespace tickbench::backend {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Writes down what it is asked to do. The device time of a bracket is a second.
class FakeStream final : public Stream {
 public:
  FakeStream() {
    device.name = "a fake";
    device.memory = 1000;
    device.largest_allocation = 402;
  }
  DeviceInfo device;
  std::vector<std::string> calls;
  std::vector<std::size_t> allocations, fills;
  std::vector<std::uint32_t> patterns;
  Seconds wraps_after{1e9};

  Seconds wrap() const override { return wraps_after; }
  void finish() override { calls.emplace_back("finish"); }
  void drop() noexcept override { calls.emplace_back("drop"); }
  void mark_begin() override { calls.emplace_back("begin"); }
  void mark_end() override { calls.emplace_back("end"); }
  Seconds marked() const override { return Seconds(1); }
  std::optional<std::chrono::nanoseconds> marked_at() const override { return std::nullopt; }
  std::optional<ClockReading> read_clock() override { return ClockReading{}; }
  Seconds reported_resolution() const override { return Seconds(1e-9); }
  std::unique_ptr<Memory> allocate(std::size_t bytes) override {
    allocations.push_back(bytes);
    return std::make_unique<RecordingMemory>(bytes, MemoryKind::kDevice);
  }
  void fill(Memory&, std::span<const std::byte> pattern, std::size_t bytes) override {
    calls.emplace_back("fill");
    fills.push_back(bytes);
    std::memcpy(&patterns.emplace_back(), pattern.data(), sizeof(std::uint32_t));
  }
  const DeviceInfo& info() const noexcept override { return device; }
};

/// The n-th launch took n milliseconds.
class FakeEvents final : public EventLog {
 public:
  bool is_keeping = false;
  std::int64_t kept = 0;
  std::int64_t expected = 0;
  Seconds wraps_after{1e9};
  Seconds wrap() const override { return wraps_after; }
  void begin(std::int64_t launches, std::int64_t commands) override {
    is_keeping = true;
    kept = 0;
    expected = launches * commands;
  }
  void end() noexcept override { is_keeping = false; }
  std::int64_t commands() const override { return kept; }
  Seconds duration(std::size_t command) const override {
    return Seconds(1e-3 * static_cast<double>(command + 1));
  }
  std::optional<LaunchTimes> phases(std::chrono::nanoseconds) override { return LaunchTimes{}; }
};

class FakeRecording final : public Recording {
 public:
  explicit FakeRecording(FakeStream& stream) : stream_(stream) {}
  void record(const std::function<void()>& enqueue) override {
    stream_.calls.emplace_back("record");
    enqueue();
    stream_.calls.emplace_back("recorded");
  }
  void launch() override { stream_.calls.emplace_back("launch all"); }

 private:
  FakeStream& stream_;
};

class FakeQueue final : public StreamQueue {
 public:
  explicit FakeQueue(bool has_events = true) : StreamQueue(stream) {
    if (has_events) use_events(events);
  }
  FakeStream stream;
  FakeEvents events;
  using StreamQueue::use_recording;
  void launch(Kernel&, const Range&) override {}
  void copy(Memory&, Memory&, std::size_t) override {}
  void fill(Memory&, std::span<const std::byte>, std::size_t) override {}
  void* native_handle() override { return nullptr; }

  Work work(int commands = 1) {
    return {[this, commands] {
              stream.calls.emplace_back("launch");
              if (events.is_keeping) events.kept += commands;
            },
            1, "a launch"};
  }
};

struct FakeCommandLog final : CommandLog {
  Seconds duration(std::size_t /*launch*/) const override { return Seconds(0); }
  using CommandLog::launch_events;
  using CommandLog::next_command;
};

TEST(CommandLog, KnowsWhatBeginsAndEndsALaunch) {
  FakeCommandLog log;
  EXPECT_FALSE(log.next_command().has_event());
  log.begin(2, 1);
  for (std::size_t launch = 0; launch < 2; ++launch) {
    const auto only = log.next_command();
    EXPECT_TRUE(only.is_first && only.is_last && only.has_event());
    EXPECT_EQ(only.launch, launch);
  }
  EXPECT_FALSE(log.next_command().has_event()) << "one too many";
  EXPECT_EQ(log.launch_events(), 1);

  log.begin(2, 3);
  EXPECT_EQ(log.commands(), 0);
  for (std::size_t launch = 0; launch < 2; ++launch) {
    const auto first = log.next_command(), within = log.next_command(), last = log.next_command();
    EXPECT_TRUE(first.is_first && !first.is_last && first.has_event());
    EXPECT_FALSE(within.is_first || within.is_last || within.has_event());
    EXPECT_TRUE(!last.is_first && last.is_last && last.has_event());
    EXPECT_EQ(last.launch, launch);
  }
  EXPECT_EQ(log.commands(), 6);
  EXPECT_EQ(log.launch_events(), 2);

  log.end();
  EXPECT_FALSE(log.next_command().has_event());
  EXPECT_EQ(log.commands(), 6);
}

TEST(Displacer, TakesWholePatternsInChunksThatTheDeviceAllocates) {
  FakeStream stream;
  Displacer displacer(stream);
  displacer.displace(901);
  EXPECT_THAT(stream.allocations, ElementsAre(400, 400, 104));
  EXPECT_THAT(stream.fills, ElementsAre(400, 400, 104));
  EXPECT_THAT(stream.calls, ElementsAre("fill", "fill", "fill", "finish"));
}

TEST(Displacer, KeepsItsMemoryAndFillsItWithAnotherPattern) {
  FakeStream stream;
  Displacer displacer(stream);
  displacer.displace(400);
  displacer.displace(100);
  EXPECT_THAT(stream.allocations, ElementsAre(400));
  EXPECT_THAT(stream.fills, ElementsAre(400, 100));
  EXPECT_NE(stream.patterns[0], stream.patterns[1]);
}

TEST(Displacer, RefusesMoreThanTheDevicesMemory) {
  FakeStream stream;
  Displacer displacer(stream);
  const auto error = error_of([&] { displacer.displace(1001); });
  EXPECT_EQ(error.outcome(), Outcome::kOverLimit);
  EXPECT_THAT(error.what(), HasSubstr("1001 bytes"));
  EXPECT_THAT(error.what(), HasSubstr("1000 bytes"));
}

TEST(StreamQueue, TimesChainsByTheEventsOfTheirLaunches) {
  FakeQueue queue;
  auto chain = queue.work(3);
  chain.commands = 3;
  EXPECT_FALSE(queue.supports(TimeMethod::kOneEvent, chain));
  EXPECT_TRUE(queue.supports(TimeMethod::kEventSum, chain));
  const auto bracket = queue.run(chain, {2, TimeMethod::kEventSum, 0});
  EXPECT_EQ(queue.events.expected, 6);
  EXPECT_EQ(bracket.device, Seconds(1e-3) + Seconds(2e-3));
  EXPECT_TRUE(bracket.launch);

  chain.commands = 2;
  const auto error = error_of([&] { queue.run(chain, {2, TimeMethod::kEventSum, 0}); });
  EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(error.what(), HasSubstr("expected 2 commands a launch"));
  EXPECT_THAT(error.what(), HasSubstr("4 in all, found 6"));
  chain.commands = 0;
  EXPECT_FALSE(queue.supports(TimeMethod::kEventSum, chain));
}

TEST(StreamQueue, MarksBothEndsOfABracket) {
  FakeQueue queue;
  const auto bracket = queue.run(queue.work(), {2, TimeMethod::kBracket, 0});
  EXPECT_THAT(queue.stream.calls,
              ElementsAre("finish", "begin", "launch", "launch", "end", "finish"));
  EXPECT_EQ(bracket.device, Seconds(1));
}

TEST(StreamQueue, SaysWhereTheCounterOfTheMethodMayHaveStartedOver) {
  FakeQueue queue;
  const auto wrapped = [&](TimeMethod method, std::size_t displaced = 0) {
    return queue.run(queue.work(), {1, method, displaced}).wrapped;
  };
  EXPECT_EQ(wrapped(TimeMethod::kBracket), Seconds(0));
  EXPECT_EQ(wrapped(TimeMethod::kOneEvent), Seconds(0));
  queue.stream.wraps_after = Seconds(1e-12);
  EXPECT_EQ(wrapped(TimeMethod::kBracket), Seconds(1e-12));
  EXPECT_EQ(wrapped(TimeMethod::kOneEvent), Seconds(0));
  EXPECT_EQ(wrapped(TimeMethod::kHost), Seconds(0));
  queue.events.wraps_after = Seconds(2e-12);
  EXPECT_EQ(wrapped(TimeMethod::kOneEvent), Seconds(2e-12));
  EXPECT_EQ(wrapped(TimeMethod::kEventSum, 100), Seconds(2e-12));
}

TEST(StreamQueue, RecordsALaunchAndMarksBothEndsOfTheWhole) {
  FakeQueue queue;
  auto work = queue.work();
  EXPECT_FALSE(queue.supports(TimeMethod::kGraph, work));
  work.never_waits = true;
  EXPECT_FALSE(queue.supports(TimeMethod::kGraph, work));
  FakeRecording recording(queue.stream);
  queue.use_recording(recording);
  EXPECT_TRUE(queue.supports(TimeMethod::kGraph, work));
  const auto bracket = queue.run(work, {2, TimeMethod::kGraph, 0});
  EXPECT_THAT(queue.stream.calls, ElementsAre("finish", "record", "launch", "launch", "recorded",
                                              "begin", "launch all", "end", "finish"));
  EXPECT_EQ(bracket.device, Seconds(1));
  work.never_waits = false;
  EXPECT_FALSE(queue.supports(TimeMethod::kGraph, work));
}

TEST(StreamQueue, DisplacesBetweenARecordingAndItsLaunch) {
  FakeQueue queue;
  FakeRecording recording(queue.stream);
  queue.use_recording(recording);
  auto work = queue.work();
  work.never_waits = true;
  queue.run(work, {1, TimeMethod::kGraph, 100});
  EXPECT_THAT(queue.stream.calls, ElementsAre("finish", "record", "launch", "recorded", "fill",
                                              "finish", "begin", "launch all", "end", "finish"));
}

TEST(StreamQueue, SumsTheEventsOfABracket) {
  FakeQueue queue;
  const auto bracket = queue.run(queue.work(), {3, TimeMethod::kEventSum, 0});
  EXPECT_NEAR(bracket.device.count(), 6e-3, 1e-12);
  EXPECT_TRUE(bracket.launch.has_value());
  EXPECT_FALSE(queue.events.is_keeping);
}

TEST(StreamQueue, DisplacesCachesBeforeEachLaunchThatHasAnEvent) {
  FakeQueue queue;
  const auto bracket = queue.run(queue.work(), {2, TimeMethod::kEventSum, 100});
  EXPECT_THAT(queue.stream.calls, ElementsAre("finish", "fill", "finish", "launch", "finish",
                                              "fill", "finish", "launch", "finish"));
  EXPECT_NEAR(bracket.device.count(), 2e-3, 1e-12);
}

TEST(StreamQueue, RefusesALaunchOfTwoCommandsAndKeepsNoEvents) {
  FakeQueue queue;
  const auto error = error_of([&] { queue.run(queue.work(2), {1, TimeMethod::kOneEvent, 0}); });
  EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(error.what(), HasSubstr("1 in all, found 2"));
  EXPECT_FALSE(queue.events.is_keeping);
}

TEST(StreamQueue, HasNoMethodOfEventsWithoutEvents) {
  const FakeQueue queue(false);
  const Work work{[] {}, 1, "a launch"};
  EXPECT_FALSE(queue.supports(TimeMethod::kOneEvent, work));
  EXPECT_FALSE(queue.supports(TimeMethod::kEventSum, work));
  EXPECT_TRUE(queue.supports(TimeMethod::kBracket, work));
  EXPECT_TRUE(queue.supports(TimeMethod::kHost, work));
}

TEST(StreamQueue, DropsWhatItEnqueuedWhereALaunchFails) {
  FakeQueue queue;
  const Work bad{[] { throw Error(Outcome::kDeviceError, "it fails"); }, 1, "bad"};
  EXPECT_EQ(error_of([&] {
              queue.run(bad, {1, TimeMethod::kBracket, 0});
            }).outcome(),
            Outcome::kDeviceError);
  EXPECT_THAT(queue.stream.calls, ElementsAre("finish", "begin", "drop"));
}

TEST(UserQueue, WithoutDeviceTimeIsTimedByTheHost) {
  const auto queue = user_queue(std::make_unique<FakeStream>(), false);
  const Work work{[] {}, 0, "their own"};
  EXPECT_FALSE(queue->supports(TimeMethod::kBracket, work));
  EXPECT_FALSE(queue->read_clock().has_value());
  EXPECT_EQ(queue->run(work, {2, TimeMethod::kHost, 0}).device, Seconds(0));
}

class UserQueueWithEvents : public testing::Test {
 protected:
  UserQueueWithEvents() {
    auto owned = std::make_unique<FakeStream>();
    stream = owned.get();
    queue = user_queue(std::move(owned), true, &events);
  }
  Work work(int commands) {
    return {[this, commands] {
              stream->calls.emplace_back("launch");
              if (events.is_keeping) events.kept += commands;
            },
            commands, "their own"};
  }
  FakeStream* stream = nullptr;
  FakeEvents events;
  std::unique_ptr<TimedQueue> queue;
};

TEST_F(UserQueueWithEvents, HasTheMethodsOfTheirNumber) {
  EXPECT_TRUE(queue->supports(TimeMethod::kOneEvent, work(1)));
  EXPECT_FALSE(queue->supports(TimeMethod::kOneEvent, work(2)));
  EXPECT_TRUE(queue->supports(TimeMethod::kEventSum, work(2)));
  EXPECT_FALSE(queue->supports(TimeMethod::kEventSum, work(0)));
  EXPECT_FALSE(queue->supports(TimeMethod::kGraph, work(1)));
  const auto by_host = user_queue(std::make_unique<FakeStream>(), false, &events);
  EXPECT_FALSE(by_host->supports(TimeMethod::kOneEvent, work(1)));
}

TEST_F(UserQueueWithEvents, SumsThem) {
  const auto bracket = queue->run(work(2), {3, TimeMethod::kEventSum, 0});
  EXPECT_DOUBLE_EQ(bracket.device.count(), 6e-3);
  EXPECT_TRUE(bracket.launch.has_value());
  EXPECT_THAT(stream->calls, ElementsAre("finish", "launch", "launch", "launch", "finish"));
  EXPECT_FALSE(events.is_keeping);
  EXPECT_DOUBLE_EQ(queue->run(work(1), {1, TimeMethod::kOneEvent, 0}).device.count(), 1e-3);
}

TEST_F(UserQueueWithEvents, DisplacesCachesBeforeEachLaunch) {
  const auto bracket = queue->run(work(1), {2, TimeMethod::kEventSum, 8});
  EXPECT_DOUBLE_EQ(bracket.device.count(), 2e-3);
  EXPECT_THAT(stream->calls, ElementsAre("finish", "fill", "finish", "launch", "finish", "fill",
                                         "finish", "launch", "finish"));
}

TEST_F(UserQueueWithEvents, RefusesAnotherNumberOfCommands) {
  const Work silent{[] {}, 1, "silent"};
  const auto error = error_of([&] { queue->run(silent, {2, TimeMethod::kEventSum, 0}); });
  EXPECT_EQ(error.outcome(), Outcome::kInvalidBenchmark);
  EXPECT_THAT(error.what(), HasSubstr("2 in all, found 0"));
}

TEST(RegionMarker, DrainsTheQueueBeforeARegion) {
  auto owned = std::make_unique<FakeStream>();
  auto& stream = *owned;
  const auto region = region_marker(std::move(owned));
  region->start();
  EXPECT_EQ(region->stop().device, Seconds(1));
  EXPECT_THAT(stream.calls, ElementsAre("finish", "begin", "end", "finish"));
}

}  // namespace
}  // namespace tickbench::backend
