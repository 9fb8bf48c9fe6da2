// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <stdexcept>
#include <vector>

#include "tickbench/backend/backend.hpp"
#include "tickbench/error.hpp"

namespace tickbench::testing {

class FakeClock : public HostClock {
 public:
  std::chrono::nanoseconds now() override { return now_; }
  void sleep_for(Seconds duration) override { advance(duration); }
  void advance(Seconds duration) {
    now_ += std::chrono::duration_cast<std::chrono::nanoseconds>(duration);
  }

 private:
  std::chrono::nanoseconds now_{};
};

/// A device whose launches take the time of its `launch_time`, on its own and on the host's clock.
class FakeDevice : public backend::Device, public backend::Queue {
 public:
  explicit FakeDevice(std::string index, backend::DeviceType type = backend::DeviceType::kOther) {
    info_.type = type;
    info_.backend = "fake";
    info_.index = std::move(index);
    info_.memory = 1 << 20;
    info_.compute_units = 1;
  }

  FakeClock clock;
  /// Of the next launch; called once a launch.
  std::function<Seconds()> launch_time = [] { return Seconds(1e-3); };
  double device_rate = 1;  ///< device seconds a host second
  bool has_brackets = true;
  std::string fails_at;  ///< "allocate", "kernel", "run"
  Outcome fails_with = Outcome::kOutOfMemory;
  int live_allocations = 0, brackets = 0, kernels_built = 0;
  std::vector<std::int64_t> launches;  ///< of every bracket
  std::vector<TimeMethod> methods;

  const backend::DeviceInfo& info() const noexcept override { return info_; }
  backend::Queue& queue() override { return *this; }
  std::unique_ptr<backend::Memory> allocate(std::size_t bytes, backend::MemoryKind kind) override {
    fail_at("allocate");
    return std::make_unique<FakeMemory>(*this, bytes, kind);
  }
  void write(backend::Memory&, std::span<const std::byte>) override {}
  void read(backend::Memory&, std::span<std::byte>) override {}
  std::unique_ptr<backend::Kernel> kernel(const backend::KernelName& name) override {
    fail_at("kernel");
    ++kernels_built;
    return std::make_unique<FakeKernel>(name.name);
  }

  void launch(backend::Kernel&, const backend::Range&) override { add_launch(); }
  void copy(backend::Memory&, backend::Memory&, std::size_t) override { add_launch(); }
  void fill(backend::Memory&, std::span<const std::byte>, std::size_t) override { add_launch(); }
  void finish() override {}
  void* native_handle() override { return nullptr; }

  Bracket run(const Work& work, const BracketRequest& request) override {
    fail_at("run");
    ++brackets;
    launches.push_back(request.launches);
    methods.push_back(request.method);
    pending_ = {};
    for (std::int64_t i = 0; i < request.launches; ++i) work.enqueue();
    return {.device = pending_ * device_rate, .host = pending_, .launch = {}};
  }
  bool supports(TimeMethod method, const Work&) const override {
    return method == TimeMethod::kHost || (method == TimeMethod::kBracket && has_brackets);
  }
  std::optional<ClockReading> read_clock() override { return std::nullopt; }
  Seconds reported_resolution() const override { return Seconds(0); }

 private:
  class FakeMemory : public backend::Memory {
   public:
    FakeMemory(FakeDevice& device, std::size_t size, backend::MemoryKind kind)
        : device_(&device), size_(size), kind_(kind) {
      ++device_->live_allocations;
    }
    ~FakeMemory() override { --device_->live_allocations; }
    std::size_t size() const noexcept override { return size_; }
    backend::MemoryKind kind() const noexcept override { return kind_; }
    void* host_pointer() noexcept override { return nullptr; }

   private:
    FakeDevice* device_;
    std::size_t size_;
    backend::MemoryKind kind_;
  };
  class FakeKernel : public backend::Kernel {
   public:
    explicit FakeKernel(std::string_view name) : name_(name) {}
    void set_arguments(std::span<const backend::Argument>) override {}
    std::string_view name() const noexcept override { return name_; }

   private:
    std::string name_;
  };

  void add_launch() {
    const Seconds time = launch_time();
    pending_ += time;
    clock.advance(time);
  }
  void fail_at(std::string_view place) const {
    if (fails_at == place) throw Error(fails_with, fails_at + " failed");
  }

  backend::DeviceInfo info_;
  Seconds pending_{};
};

}  // namespace tickbench::testing
