// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "fakes/error_of.hpp"
#include "tickbench/backend/backend.hpp"
#include "tickbench/device.hpp"
#include "tickbench/error.hpp"

/// What every back end must do, whatever its driver. What only some have, other methods than
/// brackets and the phases of a launch, the suite asks of the queue. A back end joins by listing
/// these files and the kernels (contract.cl, contract_broken.cl, contract_twice_a.cl,
/// contract_twice_b.cl, the variants int and long of contract_variant.cl), and by
///
///     INSTANTIATE_TEST_SUITE_P(OpenCl, BackendContract,
///                              testing::Values(ContractCase{[] { return &opencl::backend(); },
///                              true}), contract_case_name);
///
/// The device is the first GPU, else the first device; TICKBENCH_TEST_DEVICE names another by a
/// part of its name. It is opened once a process, at the first test: listing the tests opens no
/// driver.
namespace tickbench::contract {

struct ContractCase {
  std::function<backend::Backend*()> backend;
  /// The queue times a kernel by its own event, and tells the phases of a launch. Else it is asked.
  bool has_events = false;
};
/// Without it the name of a test holds the bytes of a pointer, another each time.
inline void PrintTo(const ContractCase& /*of*/, std::ostream* out) { *out << "a back end"; }
std::string contract_case_name(const testing::TestParamInfo<ContractCase>& info);

/// The device to test on; nothing where there is none, and `reason` says why.
std::optional<backend::DeviceInfo> choose_device(backend::Backend& backend, std::string& reason);

class BackendContract : public testing::TestWithParam<ContractCase> {
 protected:
  void SetUp() override;
  /// Closes the devices: when the process ends, drivers may be gone before what is still open.
  static void TearDownTestSuite();

  backend::Device& raw() { return *device_; }
  Device device() { return Device(*device_); }
  backend::Queue& queue() { return device_->queue(); }
  const backend::DeviceInfo& info() { return device_->info(); }

  /// False where the device says that it lacks this kind.
  bool has(MemoryKind kind);

  /// A launch whose device time is well above any clock's step.
  struct Spin {
    Buffer<float> buffer;
    Launch launch;
  };
  Spin spin();

 private:
  backend::Device* device_ = nullptr;
};

inline constexpr MemoryKind kAllKinds[] = {MemoryKind::kDevice, MemoryKind::kHost,
                                           MemoryKind::kShared, MemoryKind::kHeap,
                                           MemoryKind::kMapped};
/// Those that a kernel and a fill can reach.
inline constexpr MemoryKind kDeviceKinds[] = {MemoryKind::kDevice, MemoryKind::kShared,
                                              MemoryKind::kMapped};

/// 0, 1, 2, ... from `first`.
std::vector<int> counted(std::size_t n, int first = 0);

using fakes::error_of;

}  // namespace tickbench::contract
