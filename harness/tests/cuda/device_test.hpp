// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>

#include <functional>
#include <memory>
#include <vector>

#include "cuda/backend.hpp"
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

inline Error error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "expected an Error, found none";
  return {Outcome::kPassed, "no error"};
}

}  // namespace tickbench::cuda
