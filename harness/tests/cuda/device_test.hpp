// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>

#include <functional>
#include <memory>
#include <vector>

#include "cuda/device_info.hpp"
#include "fakes/error_of.hpp"
#include "tickbench/device.hpp"
#include "tickbench/error.hpp"

namespace tickbench::cuda {

/// cuhost's first device, through the back end.
class CudaDeviceTest : public testing::Test {
 protected:
  void SetUp() override {
    backend::NotListed not_listed;
    infos_ = backend().devices(not_listed);
    ASSERT_FALSE(infos_.empty()) << not_listed.reason;
    opened_ = backend().open(infos_.front());
  }

  Device device() { return Device(*opened_); }
  backend::Queue& queue() { return opened_->queue(); }

  std::vector<backend::DeviceInfo> infos_;
  std::unique_ptr<backend::Device> opened_;
};

using fakes::error_of;

}  // namespace tickbench::cuda
