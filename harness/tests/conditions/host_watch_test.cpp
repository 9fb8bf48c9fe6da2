// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "conditions/host_watch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/parallel.hpp"
#include "fakes/fake_clock.hpp"

namespace tickbench::conditions {
namespace {

using testing::SizeIs;

class HostWatch : public testing::Test {
 protected:
  HostWatch() { std::filesystem::remove_all(root_); }
  ~HostWatch() override { std::filesystem::remove_all(root_); }

  void plant(const std::string& file, const std::string& text) const {
    const auto path = std::filesystem::path(root_ + file);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  /// Seconds in which tasks waited; seconds that others took.
  void plant_host(double waited, double stolen) const {
    plant("/proc/loadavg", "3.50 1.00 0.50 2/300 1234\n");
    plant("/proc/pressure/cpu", "some avg10=0.00 avg60=0.00 avg300=0.00 total=" +
                                    std::to_string(static_cast<long>(waited * 1e6)) +
                                    "\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n");
    const auto ticks = static_cast<long>(stolen * static_cast<double>(::sysconf(_SC_CLK_TCK)));
    plant("/proc/stat", "cpu  100 0 50 1000 3 0 1 " + std::to_string(ticks) +
                            " 0 0\ncpu0 50 0 25 500 1 0 1 0 0 0\ncpu1 50 0 25 500 2 0 0 0 0 0\n"
                            "intr 1 2 3\n");
  }

  // Tests run side by side.
  std::string root_ = testing::TempDir() + "planted_host_" + std::to_string(::getpid());
  fakes::FakeClock clock_;
};

TEST_F(HostWatch, TellsThePartOfTheWall) {
  plant_host(10, 4);
  plant("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
  plant("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "3000000\n");
  const auto begin = read_host(root_, clock_);
  clock_.advance(Seconds(2));
  plant_host(10.5, 4.2);
  plant("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "1500000\n");
  const auto found = between(begin, read_host(root_, clock_));
  EXPECT_TRUE(found.is_known());
  EXPECT_NEAR(found.wall.count(), 2, 1e-9);
  EXPECT_DOUBLE_EQ(found.load.value(), 3.5);
  EXPECT_EQ(found.processors, 2);
  EXPECT_NEAR(found.pressure.value(), 0.25, 1e-6);
  EXPECT_NEAR(found.steal.value(), 0.05, 1e-6);
  EXPECT_EQ(found.governor, "powersave");
  EXPECT_DOUBLE_EQ(found.hertz_begin.value(), 3e9);
  EXPECT_DOUBLE_EQ(found.hertz_end.value(), 1.5e9);
}

TEST_F(HostWatch, TellsWhatOtherProcessesTook) {
  const auto plant_times = [&](int all, int own) {
    // User and system of both; idle and waiting are nobody's.
    plant("/proc/stat", "cpu  " + std::to_string(all) + " 0 50 1000 3 0 0 0 0 0\ncpu0 0\ncpu1 0\n");
    plant("/proc/self/stat",
          "77 (a ) name) S 1 2 3 4 5 6 7 8 9 10 " + std::to_string(own) + " 5 0\n");
  };
  const int second = static_cast<int>(::sysconf(_SC_CLK_TCK));
  plant_times(second, 0);
  const auto begin = read_host(root_, clock_);
  clock_.advance(Seconds(10));
  plant_times(13 * second, 8 * second);
  EXPECT_NEAR(between(begin, read_host(root_, clock_)).others.value(), 0.2, 1e-9);
  // Each counts in ticks of its own.
  plant_times(9 * second, 8 * second + 1);
  EXPECT_EQ(between(begin, read_host(root_, clock_)).others.value(), 0);
}

TEST_F(HostWatch, KnowsNothingWhereTheKernelTellsNothing) {
  const auto begin = read_host(root_, clock_);
  clock_.advance(Seconds(1));
  EXPECT_FALSE(between(begin, read_host(root_, clock_)).is_known());
}

TEST_F(HostWatch, TellsHowLongThreadsRanAndWaited) {
  EXPECT_TRUE(read_threads(root_).empty());
  plant("/proc/self/task/1/schedstat", "2000000000 500000000 7\n");
  plant("/proc/self/task/3/schedstat", "");
  const auto found = read_threads(root_);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, 1);
  EXPECT_DOUBLE_EQ(found[0].ran.count(), 2);
  EXPECT_DOUBLE_EQ(found[0].waited.count(), 0.5);
  EXPECT_EQ(found[0].turns, 7);
}

TEST(ThreadTimes, AreThoseOfAllButTheOneThatAsks) {
  const auto own = ::gettid();
  const Threads begin{
      {1, Seconds(5), Seconds(1), 4}, {own, Seconds(1), Seconds(1)}, {2, Seconds(9)}};
  const Threads end{{1, Seconds(9), Seconds(2), 6},
                    {own, Seconds(80), Seconds(4), 9},
                    {3, Seconds(1), Seconds(0.5), 1},
                    {4, Seconds(0.5), Seconds(8), 1},
                    {5}};
  const auto found = between(begin, end);
  EXPECT_DOUBLE_EQ(found.ran.count(), 4 + 1 + 0.5);
  EXPECT_DOUBLE_EQ(found.waited.count(), 1 + 0.5 + 8);
  EXPECT_EQ(found.turns, 2 + 1 + 1);
  EXPECT_DOUBLE_EQ(found.own_wait.count(), 3);
  EXPECT_EQ(found.busy, 2U) << "the last one only woke up";
  EXPECT_EQ(between(begin, begin).busy, 0U);
  EXPECT_EQ(working_threads(begin, end), (std::vector<pid_t>{1, 3, 4}));
}

/// Three threads that do nothing, and the processors of this process.
class SpreadThreadsTest : public testing::Test {
 protected:
  SpreadThreadsTest() {
    for (auto& id : ids_) {
      threads_.emplace_back([this, &id] {
        id = ::gettid();
        while (!ends_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      });
      while (id == 0) std::this_thread::yield();
    }
  }
  ~SpreadThreadsTest() override { ends_ = true; }

  static std::vector<std::size_t> places(pid_t id) {
    cpu_set_t set;
    std::vector<std::size_t> found;
    if (sched_getaffinity(id, sizeof(set), &set) != 0) return found;
    for (std::size_t i = 0; i < CPU_SETSIZE; ++i)
      if (CPU_ISSET(i, &set)) found.push_back(i);
    return found;
  }
  static void place(pid_t id, std::size_t processor) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    ASSERT_EQ(sched_setaffinity(id, sizeof(one), &one), 0);
  }

  const std::vector<std::size_t> all_ = allowed_processors();
  std::atomic<bool> ends_ = false;
  std::array<std::atomic<pid_t>, 3> ids_{};
  std::vector<std::jthread> threads_;
};

TEST_F(SpreadThreadsTest, KeepsEachToAProcessorOfItsOwnAndLetsItGo) {
  if (all_.size() < 2) GTEST_SKIP() << "needs two processors";
  {
    const SpreadThreads spread(std::vector<pid_t>{ids_[0], ids_[1]});
    if (places(ids_[0]) == all_) GTEST_SKIP() << "its processors are of several kinds";
    EXPECT_THAT(places(ids_[0]), SizeIs(1));
    EXPECT_THAT(places(ids_[1]), SizeIs(1));
    EXPECT_NE(places(ids_[0]), places(ids_[1]));
    EXPECT_EQ(places(ids_[2]), all_) << "not one of them";
    EXPECT_EQ(places(::gettid()), all_) << "the one that asks";
    { const SpreadThreads within(std::vector<pid_t>{ids_[0]}); }
    EXPECT_THAT(places(ids_[0]), SizeIs(1));
  }
  for (const pid_t id : ids_) EXPECT_EQ(places(id), all_);
}

TEST_F(SpreadThreadsTest, LeavesAThreadWhereOthersPutIt) {
  if (all_.size() < 2) GTEST_SKIP() << "needs two processors";
  const std::vector<std::size_t> last{all_.back()};
  place(ids_[0], last[0]);
  {
    const SpreadThreads spread(std::vector<pid_t>{ids_[0], ids_[1]});
    EXPECT_EQ(places(ids_[0]), last) << "it had a processor of its own before";
    place(ids_[1], last[0]);
  }
  EXPECT_EQ(places(ids_[0]), last);
  EXPECT_EQ(places(ids_[1]), last) << "and this one got it meanwhile";
}

TEST_F(SpreadThreadsTest, GivesBackAllProcessorsWhereTheOneThatAsksHasFewer) {
  std::optional<SpreadThreads> spread(std::vector<pid_t>{ids_[0]});
  place(::gettid(), all_.front());
  spread.reset();
  EXPECT_EQ(places(ids_[0]), all_);
  cpu_set_t all;
  CPU_ZERO(&all);
  for (const auto processor : all_) CPU_SET(processor, &all);
  sched_setaffinity(0, sizeof(all), &all);
}

TEST_F(SpreadThreadsTest, MoreThreadsThanProcessorsShareNone) {
  std::vector<pid_t> threads{ids_[0]};
  for (std::size_t i = 1; i < all_.size(); ++i) threads.push_back(-1);  // no such thread
  threads.push_back(ids_[1]);
  const SpreadThreads spread(threads);
  EXPECT_EQ(places(ids_[1]), all_) << "it comes behind as many as there are processors";
}

TEST(TakenByOthers, IsNoMoreThanWaitsAndThanWhatWorkLeaves) {
  const auto taken = [](double waited, double ran, std::size_t at_once, double own_wait = 0) {
    const ThreadTimes threads{
        .ran = Seconds(ran), .waited = Seconds(waited), .own_wait = Seconds(own_wait)};
    return taken_by_others(Seconds(10), threads, at_once).count();
  };
  EXPECT_DOUBLE_EQ(taken(0, 3, 2), 0) << "nobody waited";
  EXPECT_DOUBLE_EQ(taken(4, 3, 2), 4);
  EXPECT_DOUBLE_EQ(taken(10, 10, 2), 5) << "two threads worked for 5 of the 10 seconds";
  EXPECT_DOUBLE_EQ(taken(10, 10, 1), 0) << "one thread worked all the time";
  EXPECT_DOUBLE_EQ(taken(10, 30, 2), 0) << "and for more than there is time";
  EXPECT_DOUBLE_EQ(taken(5, 10, 2), 5) << "one of two had no processor for a half of the time";
  EXPECT_DOUBLE_EQ(taken(0, 0, 1, 9), 9) << "the host's part waited";
  EXPECT_DOUBLE_EQ(taken(-1, 0, 2), 0) << "a thread has ended";
  EXPECT_DOUBLE_EQ(taken(4, 3, 0), 4) << "none is known to work";
}

TEST_F(HostWatch, TakesFilesThatHoldSomethingElse) {
  plant("/proc/loadavg", "none\n");
  plant("/proc/pressure/cpu", "some total\nsome total=much\n");
  plant("/proc/stat", "cpu 1 2\n");
  const auto reading = read_host(root_, clock_);
  EXPECT_FALSE(reading.load);
  EXPECT_FALSE(reading.waited);
  EXPECT_FALSE(reading.stolen);
}

TEST_F(HostWatch, ACounterThatGoesBackIsNoPressure) {
  plant_host(10, 4);
  const auto begin = read_host(root_, clock_);
  clock_.advance(Seconds(1));
  plant_host(5, 2);
  const auto found = between(begin, read_host(root_, clock_));
  EXPECT_EQ(found.pressure.value(), 0);
  EXPECT_EQ(found.steal.value(), 0);
}

}  // namespace
}  // namespace tickbench::conditions
