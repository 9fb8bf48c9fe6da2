// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "contract/backend_contract.hpp"

#include <cstdlib>
#include <map>
#include <memory>
#include <numeric>

namespace tickbench::contract {
namespace {

using OpenedDevices = std::map<backend::Backend*, std::unique_ptr<backend::Device>>;
OpenedDevices& opened_devices() {
  static OpenedDevices opened;
  return opened;
}

/// One device a process: some drivers take a second to open one.
backend::Device* open_once(backend::Backend& backend, std::string& reason) {
  auto& device = opened_devices()[&backend];
  if (!device)
    if (const auto info = choose_device(backend, reason)) device = backend.open(*info);
  return device.get();
}

}  // namespace

std::string contract_case_name(const testing::TestParamInfo<ContractCase>& info) {
  return "case" + std::to_string(info.index);
}

std::optional<backend::DeviceInfo> choose_device(backend::Backend& backend, std::string& reason) {
  backend::NotListed not_listed;
  const auto infos = backend.devices(not_listed);
  reason = not_listed.reason;
  const char* const wanted = std::getenv("TICKBENCH_TEST_DEVICE");
  for (const auto& info : infos) {
    const bool fits = wanted != nullptr ? info.name.find(wanted) != std::string::npos
                                        : info.type == backend::DeviceType::kGpu;
    if (fits) return info;
  }
  if (wanted != nullptr) {
    reason = "no device has a name with '" + std::string(wanted) + "' in it";
    return std::nullopt;
  }
  if (infos.empty()) return std::nullopt;
  return infos.front();
}

void BackendContract::SetUp() {
  std::string reason;
  device_ = open_once(*GetParam().backend(), reason);
  if (device_ == nullptr) GTEST_SKIP() << "no device: " << reason;
}

void BackendContract::TearDownTestSuite() { opened_devices().clear(); }

bool BackendContract::has(MemoryKind kind) {
  try {
    raw().allocate(64, kind);
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), Outcome::kUnsupported) << error.what();
    EXPECT_TRUE(kind != MemoryKind::kDevice && kind != MemoryKind::kHost)
        << "only shared, heap and mapped memory may be missing: " << error.what();
    return false;
  }
  return true;
}

BackendContract::Spin BackendContract::spin() {
  constexpr std::size_t kItems = 256;  // few, so that a CPU is done in milliseconds
  constexpr int kRounds = 20000;
  auto buffer = device().allocate<float>(kItems);
  auto launch = device().kernel("contract_spin").args(buffer, kRounds).over(kItems);
  launch();  // compiles, where the driver does that at the first launch
  return {std::move(buffer), std::move(launch)};
}

std::vector<int> counted(std::size_t n, int first) {
  std::vector<int> values(n);
  std::iota(values.begin(), values.end(), first);
  return values;
}

}  // namespace tickbench::contract
