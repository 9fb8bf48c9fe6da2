// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "devices/selection.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fakes/fake_backend.hpp"
#include "tickbench/error.hpp"

namespace tickbench::devices {
namespace {

using ::testing::HasSubstr;

TEST(Devices, DefaultIsTheFirstGpuThenAcceleratorThenCpu) {
  fakes::SimulatedTime time;
  fakes::FakeBackend backend("opencl", time);
  using backend::DeviceType;
  backend.add_device("c", DeviceType::kCpu);
  EXPECT_EQ(default_device(backend.infos)->name, "c");
  backend.add_device("a", DeviceType::kAccelerator);
  EXPECT_EQ(default_device(backend.infos)->name, "a");
  backend.add_device("sub", DeviceType::kGpu).index = "0.1";
  EXPECT_EQ(default_device(backend.infos)->name, "a");
  backend.add_device("g", DeviceType::kGpu);
  EXPECT_EQ(default_device(backend.infos)->name, "g");
  EXPECT_EQ(default_device({}), nullptr);
}

std::string resolved(const std::string& list, std::vector<std::string>* notes = nullptr) {
  fakes::SimulatedTime time;
  fakes::FakeBackend opencl("opencl", time);
  fakes::FakeBackend level_zero("level_zero", time);
  opencl.add_device("NVIDIA H200");
  opencl.add_device("NVIDIA H200");
  opencl.add_device("PoCL", backend::DeviceType::kCpu);
  opencl.add_device("half").index = "0.1";
  level_zero.add_device("Arc A770");
  const auto selection =
      resolve(parse_devices(list, {"opencl", "level_zero"}), enumerate({&opencl, &level_zero}));
  std::string ids;
  for (const auto& device : selection.devices)
    ids += (ids.empty() ? "" : " ") + (device.device ? device.device->id() : "-");
  if (notes != nullptr) *notes = selection.notes;
  return ids;
}

TEST(Devices, ByIndexNameAndAll) {
  EXPECT_EQ(resolved(""), "opencl:0 level_zero:0");
  EXPECT_EQ(resolved("opencl:2"), "opencl:2");
  EXPECT_EQ(resolved("opencl:0.1"), "opencl:0.1");
  EXPECT_EQ(resolved("opencl:pocl,level_zero:0"), "opencl:2 level_zero:0");
  EXPECT_EQ(resolved("arc"), "level_zero:0");
  EXPECT_EQ(resolved("all"), "opencl:0 opencl:1 opencl:2 level_zero:0");
  EXPECT_EQ(resolved("opencl:all"), "opencl:0 opencl:1 opencl:2");
  EXPECT_EQ(resolved("opencl:0,opencl:0"), "opencl:0");
  EXPECT_EQ(resolved("nothing like it"), "- -");
}

TEST(Devices, AMisspeltBackEndIsRefusedAndAnAbsentDeviceIsNot) {
  for (const auto* slip : {"opncl", "OpenCl2", "level-zero"}) {
    try {
      resolved(slip);
      ADD_FAILURE() << slip;
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), HasSubstr("neither a back end nor part of the name of a device "
                                          "here; did you mean "));
    }
  }
  EXPECT_EQ(resolved("H300"), "- -");
}

TEST(Devices, SubDevicesThatAreNotListedAreAskedFor) {
  EXPECT_EQ(resolved("opencl:1.1"), "opencl:1.1");
  EXPECT_EQ(resolved("opencl:1.1,opencl:1,opencl:1.1"), "opencl:1.1 opencl:1");
  EXPECT_EQ(resolved("opencl:1.2"), "-");
  EXPECT_EQ(resolved("opencl:7.0"), "-");
}

TEST(Devices, ADeviceThatCannotBeDividedSaysSo) {
  fakes::SimulatedTime time;
  fakes::FakeBackend opencl("opencl", time);
  opencl.add_device("whole");
  const auto selection = resolve(parse_devices("opencl:0.1", {"opencl"}), enumerate({&opencl}));
  ASSERT_EQ(selection.devices.size(), 1U);
  EXPECT_FALSE(selection.devices[0].device);
  EXPECT_EQ(selection.devices[0].missing,
            "no device 'opencl:0.1' (it cannot be divided) here: opencl:0 (whole)");
}

TEST(Devices, AnAmbiguousPartTakesTheFirstAndSaysSo) {
  std::vector<std::string> notes;
  EXPECT_EQ(resolved("opencl:h200", &notes), "opencl:0");
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_THAT(notes[0],
              HasSubstr("opencl:0 (NVIDIA H200), opencl:1 (NVIDIA H200); taking opencl:0"));
}

}  // namespace
}  // namespace tickbench::devices
