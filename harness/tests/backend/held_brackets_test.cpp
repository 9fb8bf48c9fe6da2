// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

#include "backend/recording_device.hpp"
#include "backend/stream.hpp"
#include "fakes/fake_clock.hpp"
#include "fakes/noise_sources.hpp"
#include "measurement/measurement.hpp"
#include "tickbench/device_timer.hpp"
#include "tickbench/error.hpp"

// Held brackets on a device that exists only as arithmetic, through the code that all back ends
// share: what the host's stalls do to a bracket is known exactly.
namespace tickbench::backend {
namespace {

using fakes::FakeClock;
using fakes::NoiseSource;

/// A device that executes in order, and a host that stalls.
struct Simulated {
  Seconds launch{1.3e-6};
  Seconds enqueue{5e-6};        ///< what the host takes for a launch
  NoiseSource enqueue_noise{};  ///< a factor on it
  NoiseSource launch_noise{};   ///< a factor on a launch
  Seconds marks{1.3e-6};        ///< that a bracket's marks add
  Seconds wait{10e-6};          ///< from the device's end until the host knows
  NoiseSource wait_noise{};     ///< a factor on it
  Seconds step{32e-9};          ///< of the device's clock
  double clock_rate = 1;        ///< device seconds a true second
  double delay_factor = 1;      ///< a delay takes so much of what was asked for
  HoldMethod method = HoldMethod::kDelayKernel;
  std::int64_t most_launches = 900;
  std::int64_t depth =
      std::numeric_limits<std::int64_t>::max();  ///< commands that the driver takes
  Seconds limit{0.25};                           ///< after which a host event opens by itself
  bool mark_fails = false;
};

class SimulatedStream final : public Stream, public Hold {
 public:
  SimulatedStream(FakeClock& clock, const Simulated& simulated)
      : clock_(clock), simulated_(simulated) {
    info_.name = "simulated";
  }
  /// Of the last bracket: how long the device waited for the host between its marks.
  Seconds starved() const noexcept { return starved_; }

  void launch() {
    clock_.advance(simulated_.enqueue * factor(simulated_.enqueue_noise));
    command(simulated_.launch * factor(simulated_.launch_noise));
  }

  bool is_closed() const noexcept { return is_closed_; }
  int dropped = 0, dropped_closed = 0;  ///< how often commands were dropped; behind a hold
  void drop() noexcept override {
    ++dropped;
    dropped_closed += is_closed_ ? 1 : 0;
  }

  void finish() override {
    clock_.advance_to(free_);
    clock_.advance(simulated_.wait * factor(simulated_.wait_noise));
  }
  void mark_begin() override {
    is_marked_ = true;
    starved_ = Seconds(0);
    command(Seconds(0));
    begin_ = free_;
    first_ = pending_.size();
  }
  void mark_end() override {
    if (simulated_.mark_fails) throw Error(Outcome::kDeviceError, "no mark");
    command(simulated_.marks);
    end_ = free_;
    is_marked_ = false;
  }
  Seconds marked() const override { return ticks(end_) - ticks(begin_); }
  std::optional<std::chrono::nanoseconds> marked_at() const override { return std::nullopt; }
  std::optional<ClockReading> read_clock() override { return std::nullopt; }
  Seconds reported_resolution() const override { return Seconds(1e-6); }
  std::unique_ptr<Memory> allocate(std::size_t bytes) override {
    return std::make_unique<RecordingMemory>(bytes, MemoryKind::kDevice);
  }
  void fill(Memory&, std::span<const std::byte>, std::size_t) override { command(Seconds(1e-4)); }
  const DeviceInfo& info() const noexcept override { return info_; }

  HoldLimits limits() const override {
    return {simulated_.method,
            simulated_.most_launches,
            {},
            simulated_.method == HoldMethod::kDelayKernel};
  }
  void close(Seconds at_least) override {
    clock_.advance(simulated_.enqueue);
    commands_ = 0;
    if (simulated_.method == HoldMethod::kHostEvent) {
      is_closed_ = true;
      opens_at_ = clock_.elapsed() + simulated_.limit;
      return;
    }
    hold_ = at_least * simulated_.delay_factor;
    command(hold_);
  }
  bool open() noexcept override {
    if (!is_closed_) return simulated_.method != HoldMethod::kHostEvent;
    is_closed_ = false;
    const bool is_late = clock_.elapsed() > opens_at_;
    free_ = std::max(free_, is_late ? opens_at_ : clock_.elapsed());
    for (std::size_t i = 0; i < pending_.size(); ++i) {
      free_ += pending_[i];
      if (i + 1 == first_) begin_ = free_;
    }
    end_ = free_;
    pending_.clear();
    return !is_late;
  }
  std::optional<Seconds> duration() override {
    if (simulated_.method == HoldMethod::kHostEvent) return std::nullopt;
    return hold_ * simulated_.clock_rate;
  }

 private:
  static double factor(const NoiseSource& noise) { return noise ? noise() : 1.0; }
  Seconds ticks(Seconds moment) const {
    return std::floor(simulated_.clock_rate * moment / simulated_.step) * simulated_.step;
  }
  void command(Seconds duration) {
    // A full driver blocks until the device has made room.
    if (++commands_ > simulated_.depth) {
      open();
      clock_.advance_to(free_);
    }
    if (is_closed_) {
      pending_.push_back(duration);
      return;
    }
    const Seconds now = clock_.elapsed();
    if (is_marked_ && now > free_) starved_ += now - free_;
    free_ = std::max(free_, now) + duration;
  }

  FakeClock& clock_;
  const Simulated& simulated_;
  DeviceInfo info_;
  std::vector<Seconds> pending_;
  std::size_t first_ = 0;
  std::int64_t commands_ = 0;
  Seconds free_{}, begin_{}, end_{}, hold_{}, starved_{}, opens_at_{};
  bool is_closed_ = false, is_marked_ = false;
};

class SimulatedQueue final : public StreamQueue {
 public:
  SimulatedQueue(FakeClock& clock, const Simulated& simulated)
      : StreamQueue(stream, clock), stream(clock, simulated) {}
  SimulatedStream stream;

  Work work() {
    return {.enqueue = [this] { stream.launch(); },
            .commands = 1,
            .description = "a simulated launch",
            .never_waits = true};
  }
  void launch(Kernel&, const Range&) override {}
  void copy(Memory&, Memory&, std::size_t) override {}
  void fill(Memory&, std::span<const std::byte>, std::size_t) override {}
  void* native_handle() override { return nullptr; }
  Hold* hold() override { return &stream; }
};

/// Most enqueues as usual, one in a hundred between 10 and 1000 times as long.
NoiseSource stalls(std::uint64_t seed) {
  return [random = std::mt19937_64(seed),
          uniform = std::uniform_real_distribution<double>()]() mutable {
    return uniform(random) < 0.01 ? 10 + 990 * uniform(random) : 1.0;
  };
}

class HeldBrackets : public testing::Test {
 protected:
  Measurement batched(Seconds budget = Seconds(0.5)) {
    SimulatedQueue queue(clock_, simulated_);
    return measure(queue, queue.work(), Mode::kBatched, {.budget = budget}, clock_);
  }
  /// With the marks' share of it.
  double truth(const Measurement& of) const {
    return (simulated_.launch + simulated_.marks / static_cast<double>(of.launches_per_bracket))
        .count();
  }
  void expect_truth(const Measurement& found) {
    const double step = simulated_.step.count() / static_cast<double>(found.launches_per_bracket);
    EXPECT_NEAR(found.median.count(), truth(found), step);
  }

  Simulated simulated_;
  FakeClock clock_;
};

TEST_F(HeldBrackets, ReadWhatALaunchTakesAndNotWhatTheHostTakes) {
  const auto found = batched();
  EXPECT_EQ(found.hold, HoldMethod::kDelayKernel);
  EXPECT_EQ(found.host_share, 0);
  EXPECT_EQ(found.unfed, 0);
  expect_truth(found);
}

TEST_F(HeldBrackets, ReadTheSameBehindAnEvent) {
  simulated_.method = HoldMethod::kHostEvent;
  const auto found = batched();
  EXPECT_EQ(found.hold, HoldMethod::kHostEvent);
  expect_truth(found);
}

TEST_F(HeldBrackets, ReadTheTruthBesideAHostThatStalls) {
  for (const double launch : {1.3e-6, 3e-6, 20e-6, 50e-6, 300e-6, 2e-3}) {
    simulated_.launch = Seconds(launch);
    simulated_.enqueue_noise = stalls(7);
    const auto found = batched(Seconds(2));
    EXPECT_EQ(found.hold, HoldMethod::kDelayKernel) << launch;
    EXPECT_GE(found.samples.size(), 30U) << launch;
    expect_truth(found);
    for (const auto& sample : found.samples)
      EXPECT_NEAR(sample.device.count(), truth(found),
                  simulated_.step.count() / static_cast<double>(found.launches_per_bracket))
          << launch;
  }
}

/// As a host with more threads than cores: every 250th enqueue takes 8 ms.
NoiseSource time_slices(std::uint64_t seed) {
  return [random = std::mt19937_64(seed),
          uniform = std::uniform_real_distribution<double>()]() mutable {
    return uniform(random) < 1.0 / 250 ? 1600.0 : 1.0;
  };
}

TEST_F(HeldBrackets, AreAsLongBesideOtherThreads) {
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    simulated_.enqueue_noise = time_slices(seed);
    const auto found = batched();
    EXPECT_EQ(found.hold, HoldMethod::kDelayKernel) << seed;
    EXPECT_EQ(found.launches_per_bracket, 256) << seed;
    expect_truth(found);
  }
}

TEST_F(HeldBrackets, AreAsLongWhereTheHostWakesLate) {
  const auto quiet = batched(Seconds(0.1));
  // A time slice of 4 ms is more than a short budget has for a bracket.
  simulated_.wait_noise = [] { return 400.0; };
  const auto found = batched(Seconds(0.1));
  EXPECT_EQ(found.hold, HoldMethod::kDelayKernel);
  EXPECT_EQ(found.launches_per_bracket, quiet.launches_per_bracket);
  expect_truth(found);
}

TEST_F(HeldBrackets, AreKnownToBeFedOrNot) {
  simulated_.enqueue_noise = stalls(11);
  int fed = 0, starved = 0;
  for (const double launch : {1.3e-6, 10e-6, 100e-6})
    for (const double share : {0.0, 0.5}) {
      simulated_.launch = Seconds(launch);
      simulated_.launch_noise = fakes::lognormal_noise(3, 0.05);
      SimulatedQueue queue(clock_, simulated_);
      for (const double hold : {30e-6, 100e-6, 300e-6, 1e-3, 3e-3})
        for (int i = 0; i < 400; ++i) {
          const auto bracket = queue.run(
              queue.work(),
              {16, TimeMethod::kBracket, 0, HoldRequest{Seconds(hold), Seconds(share * launch)}});
          const bool is_starved = queue.stream.starved() > Seconds(0);
          (is_starved ? starved : fed)++;
          if (is_starved) {
            EXPECT_FALSE(bracket.fed) << launch << ' ' << share << ' ' << hold;
          } else if (share == 0) {
            // All behind the hold: it is fed, unless by less than the clocks' tolerance.
            const bool is_clear = bracket.hold >= 1.06 * bracket.required_hold;
            EXPECT_TRUE(bracket.fed || !is_clear) << launch << ' ' << hold;
          }
        }
    }
  // Both kinds were there to be told apart.
  EXPECT_GT(fed, 2000);
  EXPECT_GT(starved, 2000);
}

TEST_F(HeldBrackets, WaitForNoLongerThanLongKernelsNeed) {
  simulated_.launch = Seconds(300e-6);
  const auto found = batched();
  ASSERT_EQ(found.hold, HoldMethod::kDelayKernel);
  // The first few launches are enqueued behind the hold, the others while these run.
  EXPECT_LT(found.hold_request.at_least.count(), 100e-6);
  EXPECT_GT(found.hold_request.launch.count(), 100e-6);
}

TEST_F(HeldBrackets, AreAsShortAsTheirMarksAllow) {
  const auto held = batched();
  EXPECT_EQ(held.launches_per_bracket, 256);  // 2 x 1.3 us / 1 % = 260 us
  EXPECT_NEAR(held.marks.count(), 1.3e-6, 32e-9);
  simulated_.method = HoldMethod::kNone;
  const auto open = batched();
  EXPECT_GE(open.launches_per_bracket, 200);  // 1 ms at 5 us
}

TEST_F(HeldBrackets, AreLongerWhereMarksCostMore) {
  simulated_.marks = Seconds(6.5e-6);
  simulated_.launch = Seconds(13e-6);
  const auto found = batched();
  EXPECT_EQ(found.launches_per_bracket, 128);  // 2 x 6.5 us / 1 % = 1.3 ms
  EXPECT_NEAR(found.marks.count(), 6.5e-6, 32e-9);
  EXPECT_TRUE(found.resolved);
  simulated_.marks = Seconds(0);
  const auto without = batched();
  EXPECT_EQ(without.launches_per_bracket, 8);  // 100 us
}

TEST_F(HeldBrackets, StayBelowWhatTheDriverTakes) {
  simulated_.most_launches = 100;
  simulated_.launch = Seconds(1e-7);
  const auto found = batched();
  EXPECT_EQ(found.hold, HoldMethod::kDelayKernel);
  EXPECT_EQ(found.launches_per_bracket, 64);
}

TEST_F(HeldBrackets, AreHalvedWhereTheDriverBlocks) {
  simulated_.depth = 60;
  const auto found = batched();
  EXPECT_EQ(found.hold, HoldMethod::kDelayKernel);
  EXPECT_EQ(found.launches_per_bracket, 32);
  expect_truth(found);
}

TEST_F(HeldBrackets, AreNotHeldWhereTheDriverBlocksAtOnce) {
  simulated_.depth = 1;
  const auto found = batched();
  EXPECT_EQ(found.hold, HoldMethod::kNone);
  EXPECT_GT(found.host_share, 0.9);
  ASSERT_THAT(found.notes, testing::SizeIs(1));
  EXPECT_THAT(found.notes[0], testing::HasSubstr("the host did not keep ahead of the device"));
}

TEST_F(HeldBrackets, AreHeldForLongerWhereTheDelayIsShorterThanAskedFor) {
  simulated_.delay_factor = 0.2;
  const auto found = batched();
  EXPECT_EQ(found.hold, HoldMethod::kDelayKernel);
  expect_truth(found);
}

TEST_F(HeldBrackets, SayTheHostsShareWhereNothingHolds) {
  simulated_.method = HoldMethod::kNone;
  const auto starved = batched();
  EXPECT_EQ(starved.hold, HoldMethod::kNone);
  EXPECT_NEAR(starved.host_share, 1, 0.05);
  EXPECT_NEAR(starved.median.count(), 5e-6, 0.1e-6);
  simulated_.launch = Seconds(50e-6);
  EXPECT_NEAR(batched().host_share, 0.1, 0.02);
}

TEST_F(HeldBrackets, StandBesideIsolatedLaunchesThatAreShort) {
  SimulatedQueue queue(clock_, simulated_);
  const auto found = measure(queue, queue.work(), Mode::kIsolated, {}, clock_);
  EXPECT_EQ(found.hold, HoldMethod::kNone);
  EXPECT_EQ(found.held.size(), found.samples.size());
  EXPECT_NEAR(found.held_median.count(), 2.6e-6, 0.05e-6);
  EXPECT_NEAR(found.median.count(), 7.6e-6, 0.1e-6);  // the first launch is enqueued meanwhile
  simulated_.launch = Seconds(1e-3);
  SimulatedQueue slow(clock_, simulated_);
  EXPECT_THAT(measure(slow, slow.work(), Mode::kIsolated, {}, clock_).held, testing::IsEmpty());
}

TEST_F(HeldBrackets, AreTakenAsBeforeWhenMoreAreTaken) {
  simulated_.enqueue_noise = stalls(5);
  SimulatedQueue queue(clock_, simulated_);
  auto found = measure(queue, queue.work(), Mode::kBatched, {}, clock_);
  const auto before = found.samples.size();
  measure_on(queue, queue.work(), found, {}, Seconds(0.1), clock_);
  EXPECT_GT(found.samples.size(), before);
  expect_truth(found);
}

TEST_F(HeldBrackets, AreNeverAskedOfWorkThatMayWait) {
  SimulatedQueue queue(clock_, simulated_);
  Work work = queue.work();
  work.never_waits = false;
  EXPECT_EQ(measure(queue, work, Mode::kBatched, {}, clock_).hold, HoldMethod::kNone);
  EXPECT_THROW(queue.run(work, {1, TimeMethod::kBracket, 0, HoldRequest{}}), Error);
}

TEST_F(HeldBrackets, DisplaceCachesBehindTheHold) {
  SimulatedQueue queue(clock_, simulated_);
  const auto bracket =
      queue.run(queue.work(), {1, TimeMethod::kBracket, 64, HoldRequest{Seconds(1e-3), {}}});
  EXPECT_TRUE(bracket.fed);
  EXPECT_NEAR(bracket.device.count(), 2.6e-6, 1e-7);
}

TEST_F(HeldBrackets, CountTheHoldAgainstTheHostsTime) {
  // The launches alone are within the host's time, even by a clock that runs twice too fast.
  simulated_.clock_rate = 2;
  SimulatedQueue queue(clock_, simulated_);
  EXPECT_THROW(batched(), Error);
  simulated_.clock_rate = 1.02;
  EXPECT_NO_THROW(batched());
}

TEST_F(HeldBrackets, AreNotFedByLessThanTheClocksTolerance) {
  SimulatedQueue queue(clock_, simulated_);
  const auto fed_at = [&](double factor) {
    const BracketRequest probe{16, TimeMethod::kBracket, 0, HoldRequest{Seconds(1e-3), {}}};
    const Seconds needed = queue.run(queue.work(), probe).required_hold;
    return queue.run(queue.work(), {16, TimeMethod::kBracket, 0, HoldRequest{factor * needed, {}}})
        .fed;
  };
  EXPECT_FALSE(fed_at(1.02));
  EXPECT_TRUE(fed_at(1.08));
}

TEST_F(HeldBrackets, AreTakenOnceWhereTheyAreLong) {
  simulated_.launch = Seconds(50e-3);
  const auto held = batched();
  simulated_.method = HoldMethod::kNone;
  const auto open = batched();
  EXPECT_GE(held.samples.size() + 2, open.samples.size());
}

TEST_F(HeldBrackets, KeepTheBudgetBesideAHostThatStalls) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    simulated_.enqueue_noise = [random = std::mt19937_64(seed),
                                uniform = std::uniform_real_distribution<double>()]() mutable {
      return uniform(random) < 0.03 ? 2000.0 : 1.0;
    };
    const auto begin = clock_.elapsed();
    const auto found = batched();
    // Twice where the hold is given up, a growth's last brackets, and a quarter of a second of
    // warm-up.
    EXPECT_LT((clock_.elapsed() - begin).count(), 1.4) << seed;
    EXPECT_GT(found.samples.size(), 1U) << seed;
  }
}

TEST_F(HeldBrackets, AreNotFedWhereLaunchesAreShorterThanWasKnown) {
  simulated_.launch = Seconds(40e-6);
  SimulatedQueue queue(clock_, simulated_);
  const HoldRequest believed{Seconds(1e-3), Seconds(100e-6)};
  EXPECT_FALSE(queue.run(queue.work(), {8, TimeMethod::kBracket, 0, believed}).fed);
  const HoldRequest known{Seconds(1e-3), Seconds(20e-6)};
  EXPECT_TRUE(queue.run(queue.work(), {8, TimeMethod::kBracket, 0, known}).fed);
}

TEST_F(HeldBrackets, IsolatedLaunchesGoOnWithoutThem) {
  simulated_.depth = 1;
  SimulatedQueue queue(clock_, simulated_);
  const auto blocked = measure(queue, queue.work(), Mode::kIsolated, {}, clock_);
  EXPECT_GE(blocked.samples.size(), 30U);
  EXPECT_THAT(blocked.held, testing::IsEmpty());
  EXPECT_THAT(blocked.notes, testing::ElementsAre(testing::HasSubstr("no isolated_held_time")));
}

TEST_F(HeldBrackets, AHeldLaunchBelowTheStepIsNoFault) {
  simulated_.step = Seconds(3.5e-6);
  SimulatedQueue queue(clock_, simulated_);
  EXPECT_NO_THROW(measure(queue, queue.work(), Mode::kIsolated, {}, clock_));
}

TEST_F(HeldBrackets, AreOpenedOnEveryWayOut) {
  simulated_.method = HoldMethod::kHostEvent;
  SimulatedQueue queue(clock_, simulated_);
  Work work = queue.work();
  work.enqueue = [] { throw Error(Outcome::kInvalidBenchmark, "a launch that fails"); };
  const BracketRequest request{2, TimeMethod::kBracket, 0, HoldRequest{Seconds(1e-3), {}}};
  EXPECT_THROW(queue.run(work, request), Error);
  EXPECT_FALSE(queue.stream.is_closed());
  EXPECT_EQ(queue.stream.dropped_closed, 0);
}

TEST_F(HeldBrackets, AreOpenedAndDroppedWhereAMarkFails) {
  simulated_.method = HoldMethod::kHostEvent;
  simulated_.mark_fails = true;
  SimulatedQueue queue(clock_, simulated_);
  const BracketRequest request{2, TimeMethod::kBracket, 0, HoldRequest{Seconds(1e-3), {}}};
  EXPECT_THROW(queue.run(queue.work(), request), Error);
  EXPECT_FALSE(queue.stream.is_closed());
  EXPECT_EQ(queue.stream.dropped, 1);
  EXPECT_EQ(queue.stream.dropped_closed, 0);
}

TEST_F(HeldBrackets, BehindAnEventAreFedHoweverLaunchesVary) {
  simulated_.method = HoldMethod::kHostEvent;
  simulated_.launch = Seconds(15e-6);
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    // A launch in three hundred takes two hundred times as long: some brackets' mean is far above
    // others'.
    simulated_.launch_noise = [random = std::mt19937_64(seed),
                               uniform = std::uniform_real_distribution<double>()]() mutable {
      return uniform(random) < 1.0 / 300 ? 200.0 : 1.0;
    };
    const auto found = batched();
    EXPECT_EQ(found.hold, HoldMethod::kHostEvent) << seed;
    EXPECT_EQ(found.unfed, 0) << seed;
  }
}

TEST_F(HeldBrackets, BehindADelayNoLaunchIsTakenToBeLongerThanTheShortest) {
  simulated_.launch = Seconds(60e-6);
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    simulated_.launch_noise = [random = std::mt19937_64(seed),
                               uniform = std::uniform_real_distribution<double>()]() mutable {
      return uniform(random) < 1.0 / 50 ? 100.0 : uniform(random) < 0.5 ? 0.3 : 1.0;
    };
    EXPECT_LE(batched().unfed, 2) << seed;
  }
}

/// One enqueue of them all takes so long.
NoiseSource one_stall(int at, double factor) {
  return [=, enqueued = 0]() mutable { return ++enqueued == at ? factor : 1.0; };
}

TEST_F(HeldBrackets, AStallOfASecondCostsOneBracket) {
  simulated_.method = HoldMethod::kHostEvent;
  for (const int at : {20'000, 40'000, 70'000, 90'000}) {
    simulated_.enqueue_noise = one_stall(at, 1.0 / 5e-6);
    const auto begin = clock_.elapsed();
    const auto found = batched(Seconds(2));
    EXPECT_EQ(found.hold, HoldMethod::kHostEvent) << at;
    EXPECT_LE(found.unfed, 1) << at;
    EXPECT_GE(found.samples.size(), 30U) << at;
    expect_truth(found);
    EXPECT_LT((clock_.elapsed() - begin).count(), 3.6) << at;
  }
}

TEST_F(HeldBrackets, OfTwoLengthsAreNeverMixed) {
  // Long enough brackets for a while, until the driver takes fewer commands.
  simulated_.launch = Seconds(2e-6);
  simulated_.marks = Seconds(4e-6);
  int launches = 0;
  simulated_.enqueue_noise = [&] {
    if (++launches == 20'000) simulated_.depth = 100;
    return 1.0;
  };
  SimulatedQueue queue(clock_, simulated_);
  const auto found =
      measure(queue, queue.work(), Mode::kBatched, {.budget = Seconds(2), .samples = 200}, clock_);
  ASSERT_EQ(found.launches_per_bracket, 64);
  ASSERT_EQ(found.samples.size(), 200U);
  for (const auto& sample : found.samples)
    EXPECT_NEAR(sample.device.count(), truth(found), simulated_.step.count() / 64);
}

TEST_F(HeldBrackets, HaveABudgetOfTheirOwnWhereTheHoldIsGivenUp) {
  simulated_.depth = 1;
  simulated_.enqueue_noise = fakes::lognormal_noise(5, 0.3);
  const auto begin = clock_.elapsed();
  const auto found = batched();
  EXPECT_EQ(found.hold, HoldMethod::kNone);
  EXPECT_GE(found.samples.size(), 30U)
      << found.launches_per_bracket << " a bracket, in " << found.wall.count();
  // All of it is in the wall time: nothing else took the fake clock's but the warm-up.
  EXPECT_NEAR(found.wall.count(), (clock_.elapsed() - begin).count(), 0.3);
}

TEST_F(HeldBrackets, NeedTheirHoldForAsLongAsTheLaunchesAheadDoNotLast) {
  simulated_.launch = Seconds(7e-6);
  SimulatedQueue queue(clock_, simulated_);
  const auto needed = [&](double launch) {
    return queue
        .run(queue.work(),
             {4, TimeMethod::kBracket, 0, HoldRequest{Seconds(1e-3), Seconds(launch)}})
        .required_hold.count();
  };
  // 5 us for the hold and for each launch. Without launches to count on, until the last one.
  EXPECT_NEAR(needed(0), 25e-6, 1e-7);
  // The first launch follows the hold at once: it has to last until that one is enqueued.
  EXPECT_NEAR(needed(5e-6), 10e-6, 1e-7);
  EXPECT_NEAR(needed(3e-6), 25e-6 - 3 * 3e-6, 1e-7);
}

/// Regions of so many launches each, on the harness's own queue.
ElapsedTime<Seconds> regions_of(SimulatedQueue& queue, const std::vector<int>& launches) {
  DeviceTimer timer(queue.region_marker());
  for (const int count : launches) {
    timer.start();
    for (int i = 0; i < count; ++i) queue.stream.launch();
    timer.stop();
  }
  return timer.elapsed();
}

TEST(Regions, AddUpToTheWholeAndWhatEachOnesFencesCost) {
  FakeClock clock;
  const Simulated simulated{.launch = Seconds(100e-6)};
  SimulatedQueue queue(clock, simulated);
  const auto parts = regions_of(queue, {1, 4, 1}), whole = regions_of(queue, {6}),
             empty = regions_of(queue, {0});
  // A region begins before the host enqueues: the device waits for the first launch.
  const Seconds fences = empty.device + simulated.enqueue;
  EXPECT_NEAR((parts.device - whole.device).count(), (2 * fences).count(),
              (8 * simulated.step).count());
  EXPECT_NEAR((parts.host - whole.host).count(), (2 * (empty.host + simulated.enqueue)).count(),
              1e-8);
  EXPECT_GT(whole.device, Seconds(600e-6));
  EXPECT_LT(whole.device, whole.host);
}

}  // namespace
}  // namespace tickbench::backend
