// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <chrono>

#include "tickbench/sycl.hpp"

namespace tickbench::sycl {

/// The host of the fake machine.
class FakeHost final : public HostClock {
 public:
  std::chrono::nanoseconds now() override {
    return std::chrono::nanoseconds(::sycl::fake::machine().host);
  }
  void sleep_for(Seconds duration) override {
    ::sycl::fake::machine().host += static_cast<std::uint64_t>(duration.count() * 1e9);
  }
};

class FakeSycl : public testing::Test {
 protected:
  FakeSycl() { ::sycl::fake::reset(); }

  using InOrder = ::sycl::property::queue::in_order;
  using Profiling = ::sycl::property::queue::enable_profiling;
  static ::sycl::queue profiled() {
    return ::sycl::queue(::sycl::property_list(InOrder{}, Profiling{}));
  }
  static double nanoseconds(Seconds time) { return time.count() * 1e9; }

  FakeHost host;
};

}  // namespace tickbench::sycl
