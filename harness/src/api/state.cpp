// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <sstream>

#include "api/state_impl.hpp"

namespace tickbench {
namespace {

/// A rate of nothing, or of less, would be left out without a word.
double checked(const char* call, double amount) {
  if (std::isfinite(amount) && amount >= 0) return amount;
  std::ostringstream message;
  message << "state." << call << "(" << amount << "): expected a finite number of at least 0";
  throw Error(Outcome::kInvalidBenchmark, message.str());
}

}  // namespace

std::int64_t State::range(std::size_t index) const { return impl_->range(index); }
Device& State::device() { return impl_->device(); }

State& State::reads(double bytes) {
  impl_->declared().bytes_read = checked("reads", bytes);
  return *this;
}
State& State::writes(double bytes) {
  impl_->declared().bytes_written = checked("writes", bytes);
  return *this;
}
State& State::flops(double operations) {
  impl_->declared().flops = checked("flops", operations);
  return *this;
}
State& State::items(double count) {
  impl_->declared().items = checked("items", count);
  return *this;
}
State& State::counter(const std::string& name, double value) {
  impl_->counter(name, value);
  return *this;
}

void State::verify(const Launch& launch, const Output& output, const Tolerance& tolerance) {
  impl_->verify([&launch] { launch(); }, output, tolerance);
}
void State::verify(const std::function<void()>& run, const Output& output,
                   const Tolerance& tolerance) {
  impl_->verify(run, output, tolerance);
}
void State::nothing_to_check(std::string_view why) { impl_->nothing_to_check(why); }

void State::measure(const Launch& launch) { impl_->measure(launch.queue(), launch.work(), false); }

void State::measure(const std::function<void(_cl_command_queue*)>& enqueue) {
  auto& queue = impl_->queue_of("opencl");
  auto* handle = static_cast<_cl_command_queue*>(queue.native_handle());
  impl_->measure(queue, {[&] { enqueue(handle); }, false, "enqueued by the benchmark"}, false);
}
void State::measure(const std::function<void(_ze_command_list_handle_t*)>& enqueue) {
  auto& queue = impl_->queue_of("level_zero");
  // Another list may be recorded at every bracket.
  const auto append = [&] {
    enqueue(static_cast<_ze_command_list_handle_t*>(queue.native_handle()));
  };
  impl_->measure(queue, {append, false, "appended by the benchmark"}, false);
}
void State::measure(TimedQueue& queue, const std::function<void()>& enqueue) {
  impl_->measure(queue, {enqueue, false, "enqueued by the benchmark on its own queue"}, true);
}

void State::skip(const std::string& why) {
  if (why.empty()) throw Error(Outcome::kInvalidBenchmark, "state.skip: expected a reason");
  throw Error(Outcome::kUnsupported, why);
}

void State::add_reference(Reference which, ElementType type,
                          std::function<void(std::span<std::byte>)> run) {
  impl_->add_reference(which, type, std::move(run));
}
void State::set_expected(ElementType type, std::function<void(std::span<std::byte>)> fill) {
  impl_->set_expected(type, std::move(fill));
}

}  // namespace tickbench
