// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "conditions/device_monitor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace tickbench::conditions {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kAddress = "0000:3b:00.0";
const MonitorLibraries kFakes{FAKE_NVML, FAKE_SYSMAN};

std::unique_ptr<DeviceMonitor> planted(const std::string& lines,
                                       const std::string& address = kAddress) {
  // Tests run side by side.
  const auto path = testing::TempDir() + "fake_nvml_" + std::to_string(::getpid());
  std::ofstream(path) << kAddress << '\n' << lines;
  ::setenv("FAKE_NVML", path.c_str(), 1);
  auto monitor = open_monitor(address, {FAKE_NVML, "no such library"});
  std::filesystem::remove(path);
  return monitor;
}

TEST(Nvml, ReadsClocksAndReasons) {
  const auto monitor = planted(
      "1980 2619 0 40 100000 5000 own\n"
      "1680 2619 0x24 41 100000 5000 own\n");
  ASSERT_TRUE(monitor);
  EXPECT_EQ(monitor->source(), "nvml");
  const auto first = monitor->read();
  EXPECT_EQ(first.core_hertz, 1980e6);
  EXPECT_EQ(first.memory_hertz, 2619e6);
  EXPECT_EQ(first.throttle, 0U);
  EXPECT_FALSE(first.is_idle);
  const auto second = monitor->read();
  EXPECT_EQ(second.core_hertz, 1680e6);
  EXPECT_THAT(reason_names(second.throttle), ElementsAre("power_cap", "thermal"));
}

TEST(Nvml, TheBandwidthIsWidthTimesTwiceTheHighestClock) {
  // 1.5 GHz and 384 bits, as of a Tesla C2050.
  EXPECT_DOUBLE_EQ(planted("345 1500 0x1 30 70000 1 -\n")->memory_bandwidth(), 144e9);
}

TEST(Nvml, IdleAndWhatAUserSetAreNoThrottling) {
  const auto monitor = planted(
      "345 2619 0x1 30 70000 1 -\n"
      "1200 2619 0x2 30 70000 1 -\n"
      "1200 2619 0x100 30 70000 1 -\n");
  EXPECT_TRUE(monitor->read().is_idle);
  for (int i = 0; i < 2; ++i) {
    const auto reading = monitor->read();
    EXPECT_EQ(reading.throttle, 0U);
    EXPECT_FALSE(reading.is_idle);
  }
}

TEST(Nvml, HasANameForEveryReasonThatSlows) {
  const auto monitor = planted(
      "1 1 0x4 0 0 0 -\n1 1 0x8 0 0 0 -\n1 1 0x10 0 0 0 -\n1 1 0x20 0 0 0 -\n1 1 0x40 0 0 0 -\n"
      "1 1 0x80 0 0 0 -\n");
  for (const auto* name :
       {"power_cap", "hardware_slowdown", "sync_boost", "thermal", "thermal", "power_brake"})
    EXPECT_THAT(reason_names(monitor->read().throttle), ElementsAre(name));
}

TEST(Nvml, ReadsTheStateAndTheOtherProcesses) {
  const auto state = planted("1980 2619 0 41 123456 5000 own,7,8\n")->state();
  EXPECT_EQ(state.celsius, 41);
  EXPECT_DOUBLE_EQ(state.power.watts.value(), 123.456);
  EXPECT_DOUBLE_EQ(state.power.joules.value(), 5);
  ASSERT_TRUE(state.company);
  EXPECT_EQ(state.company->others, 2);
  EXPECT_EQ(state.company->counted, "all but this process");
}

TEST(Nvml, TakesRoomForManyProcesses) {
  std::string pids = "own";
  for (int i = 0; i < 100; ++i) pids += "," + std::to_string(100'000'000 + i);
  EXPECT_EQ(planted("1 1 0 0 0 0 " + pids + "\n")->state().company->others, 100);
}

DriverMemory memory_of(const std::string& processes, const std::string& device) {
  return planted("1 1 0 0 0 0 " + processes + ' ' + device + '\n')->state().memory;
}

TEST(NvmlMemory, IsThatOfThisProcess) {
  const auto memory = memory_of("7=900,own=4096,8=77", "10000 6000");
  EXPECT_EQ(memory.bytes, 4096U);
  EXPECT_EQ(memory.counted, "this process");
  // Listed twice where it computes and draws.
  EXPECT_EQ(memory_of("own=4096,own=4096", "10000 6000").bytes, 4096U);
  EXPECT_EQ(memory_of("own=17179869184", "85899345920 6000").bytes, 17179869184U);
}

TEST(NvmlMemory, IsTheDevicesWhereNobodyElseIsSeenOnIt) {
  const std::string not_told = "18446744073709551615";
  for (const auto& processes :
       {"own=" + not_told, std::string("own=0"), std::string("-"), std::string("91=300")}) {
    const auto memory = memory_of(processes, "10000 6000");
    EXPECT_EQ(memory.bytes, 6000U) << processes;
    EXPECT_EQ(memory.counted, "the device: NVML does not tell that of this process");
  }
}

TEST(NvmlMemory, IsNeverThatOfAnother) {
  for (const auto* const processes : {"own=0,7=900", "own=18446744073709551615,7=9", "7=9,8=9"}) {
    const auto memory = memory_of(processes, "10000 6000");
    EXPECT_FALSE(memory.bytes) << processes;
    EXPECT_EQ(memory.counted, "NVML does not tell that of this process, and others use the device");
  }
  const auto part = memory_of("-", "10000 6000 1");
  EXPECT_FALSE(part.bytes);
  EXPECT_EQ(part.counted, "NVML does not tell that of this part of a device (MIG)");
  EXPECT_EQ(memory_of("own=512", "10000 6000 1").bytes, 512U);
}

TEST(NvmlMemory, IsAbsentByName) {
  const auto absent = memory_of("own=512", "");
  EXPECT_FALSE(absent.bytes);
  EXPECT_EQ(absent.counted, "NVML does not tell the device's memory");
  // More than the device has.
  const auto garbage = memory_of("own=20000", "10000 30000");
  EXPECT_FALSE(garbage.bytes);
  EXPECT_EQ(garbage.counted, "NVML states more than the device has");
  EXPECT_EQ(DeviceState().memory.counted, "only NVML tells it");
}

TEST(Monitor, LoadsNothingFromTheCurrentFolder) {
  const auto here = std::filesystem::current_path();
  const auto folder = std::filesystem::path(FAKE_NVML).parent_path();
  ASSERT_TRUE(std::filesystem::exists(folder / MonitorLibraries().nvml));
  std::filesystem::current_path(folder);
  const auto script = folder / "script";
  std::ofstream(script) << kAddress << "\n1 1 0 0 0 0 -\n";
  ::setenv("FAKE_NVML", script.c_str(), 1);
  EXPECT_FALSE(open_monitor(kAddress, {.sysman = "no such library"}));
  std::filesystem::current_path(here);
  std::filesystem::remove(script);
  EXPECT_TRUE(planted("1 1 0 0 0 0 -\n"));
}

TEST(Monitor, IsAbsentWhereNoLibraryKnowsTheDevice) {
  EXPECT_FALSE(open_monitor("", kFakes));
  EXPECT_FALSE(open_monitor(kAddress, {"no such library", "nor such a one"}));
  EXPECT_FALSE(planted("1 1 0 0 0 0 -\n", "0000:99:00.0"));
  // A library without any of the functions.
  EXPECT_FALSE(open_nvml(FAKE_SYSMAN, kAddress));
  EXPECT_FALSE(open_sysman(FAKE_NVML, kAddress));
}

TEST(Sysman, IsAskedWhereNvmlDoesNotKnowTheDevice) {
  ::unsetenv("FAKE_NVML");
  const auto monitor = open_monitor("0001:02:03.0", kFakes);
  ASSERT_TRUE(monitor);
  EXPECT_EQ(monitor->source(), "sysman");
  const auto reading = monitor->read();
  EXPECT_EQ(reading.core_hertz, 1500e6);
  EXPECT_EQ(reading.memory_hertz, 800e6);
  EXPECT_THAT(reason_names(reading.throttle), ElementsAre("power_cap"));
  const auto state = monitor->state();
  EXPECT_EQ(state.celsius, 65);
  EXPECT_DOUBLE_EQ(state.power.joules.value(), 7);
  EXPECT_FALSE(state.power.watts);
  EXPECT_FALSE(open_sysman(FAKE_SYSMAN, "0001:02:03.1"));
}

TEST(Sysman, IsNotAskedWhereItsListOfDriversIsEmpty) {
  ::setenv("ZE_ENABLE_ALT_DRIVERS", "", 1);
  EXPECT_FALSE(open_sysman(FAKE_SYSMAN, "0001:02:03.0"));
  ::unsetenv("ZE_ENABLE_ALT_DRIVERS");
  EXPECT_TRUE(open_sysman(FAKE_SYSMAN, "0001:02:03.0"));
}

TEST(CompanyOf, SaysWhatIsCounted) {
  EXPECT_EQ(find_company({5, 5, 6}, 5)->others, 1);
  EXPECT_EQ(find_company({5}, 5)->others, 0);
  // Two whose numbers are not told.
  EXPECT_EQ(find_company({5, 0, 0}, 5)->others, 2);
  EXPECT_EQ(find_company({0, 0}, 5)->others, 1);
  // In a container this process has another number there.
  const auto unknown = find_company({91, 92}, 5);
  EXPECT_EQ(unknown->others, 1);
  EXPECT_THAT(unknown->counted, testing::HasSubstr("all but one"));
  // This process uses the device: a list without any is none.
  EXPECT_FALSE(find_company({}, 5));
}

TEST(NamesOf, AreThoseOfTheBits) {
  EXPECT_THAT(reason_names(0), IsEmpty());
  EXPECT_THAT(reason_names(bit(Throttle::kSyncBoost) | bit(Throttle::kCurrentLimit)),
              ElementsAre("sync_boost", "current_limit"));
}

}  // namespace
}  // namespace tickbench::conditions
