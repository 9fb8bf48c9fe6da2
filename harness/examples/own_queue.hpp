// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <tickbench/backend/user_queue.hpp>
#include <tickbench/tickbench.hpp>
#include <utility>
#include <vector>

/// A queue of a kind that no back end knows: functions, which run when someone waits. Each of them
/// leaves the times at which it began and ended.
struct Errands {
  struct Times {
    std::chrono::nanoseconds begin{}, end{};
  };
  std::vector<std::pair<std::function<void()>, std::shared_ptr<Times>>> waiting;

  std::shared_ptr<Times> add(std::function<void()> function) {
    waiting.emplace_back(std::move(function), std::make_shared<Times>());
    return waiting.back().second;
  }
  void run() {
    for (auto& [function, times] : std::exchange(waiting, {})) {
      times->begin = tickbench::host_clock().now();
      function();
      times->end = tickbench::host_clock().now();
    }
  }
};

// How the harness takes times on such a queue.
class ErrandStream final : public tickbench::backend::Stream {
 public:
  explicit ErrandStream(Errands& errands) : errands_(errands) { info_.name = "errands"; }
  void finish() override { errands_.run(); }
  void drop() noexcept override { errands_.waiting.clear(); }
  void mark_begin() override { begin_ = errands_.add(&nothing); }
  void mark_end() override { end_ = errands_.add(&nothing); }
  tickbench::Seconds marked() const override { return end_->begin - begin_->end; }
  std::optional<std::chrono::nanoseconds> marked_at() const override { return begin_->end; }
  std::optional<tickbench::ClockReading> read_clock() override {
    const auto now = tickbench::host_clock().now();
    return tickbench::ClockReading{now, tickbench::Seconds(1e-9), now, now};
  }
  tickbench::Seconds reported_resolution() const override { return tickbench::Seconds(1e-9); }
  // Memory that is filled to displace caches: this queue has none.
  std::unique_ptr<tickbench::backend::Memory> allocate(std::size_t /*bytes*/) override {
    throw tickbench::Error(tickbench::Outcome::kUnsupported, "errands have no memory");
  }
  void fill(tickbench::backend::Memory& /*to*/, std::span<const std::byte> /*pattern*/,
            std::size_t /*bytes*/) override {}
  const tickbench::backend::DeviceInfo& info() const noexcept override { return info_; }

 private:
  static void nothing() {}
  Errands& errands_;
  tickbench::backend::DeviceInfo info_;
  std::shared_ptr<Errands::Times> begin_, end_;
};

// The times that single errands leave, for launches of one errand each.
class ErrandLog final : public tickbench::backend::EventLog {
 public:
  void keep(std::shared_ptr<Errands::Times> times) { kept_.push_back(std::move(times)); }
  bool times(const tickbench::Work& work) const override { return work.commands == 1; }
  void begin(std::int64_t /*launches*/, std::int64_t /*commands*/) override { kept_.clear(); }
  void enqueue_query() override {}  // nothing has to ask for these times
  void end() noexcept override { kept_.clear(); }
  std::int64_t commands() const override { return static_cast<std::int64_t>(kept_.size()); }
  tickbench::Seconds duration(std::size_t launch) const override {
    return kept_[launch]->end - kept_[launch]->begin;
  }
  std::optional<tickbench::LaunchTimes> phases(std::chrono::nanoseconds /*host_begin*/) override {
    return std::nullopt;
  }

 private:
  std::vector<std::shared_ptr<Errands::Times>> kept_;
};
