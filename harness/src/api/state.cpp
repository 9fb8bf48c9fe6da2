// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "api/state_impl.hpp"
#include "metrics/metric_info.hpp"
#include "results/fields.hpp"
#include "text/escape.hpp"

namespace tickbench {
namespace api {
namespace {

/// Of Google Benchmark's rows beside their fields: what its memory manager counted.
constexpr std::array<std::string_view, 4> kOfMemoryManager{
    "allocs_per_iter", "max_bytes_used", "total_allocated_bytes", "net_heap_growth"};

/// Beside its metrics.
constexpr std::array<std::string_view, 4> kOfTickbench{
    results::fields::kTickbench, results::fields::kSamples, results::fields::kBatch,
    results::fields::kConverged};

bool contains(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool is_taken(std::string_view counter) {
  return contains(results::fields::kOfGoogleBenchmark, counter) ||
         contains(kOfMemoryManager, counter) || contains(kOfTickbench, counter) ||
         metrics::find_metric(counter) != nullptr;
}

}  // namespace api

namespace {

/// A rate of nothing, or of less, would be left out without a word.
double checked(const char* call, double amount) {
  if (std::isfinite(amount) && amount >= 0) return amount;
  api::refuse("state.{}({:g}): expected a finite number of at least 0", call, amount);
}

void require_word(const char* call, std::string_view word) {
  if (word.empty() || text::visible(word) != word)
    api::refuse("state.{}(\"{}\"): expected a word of visible characters in UTF-8", call,
                text::visible(word));
}

}  // namespace

std::int64_t State::range(std::size_t index) const { return impl_->range(index); }
Device& State::device() { return impl_->device(); }

std::size_t State::size(std::size_t index) const {
  const auto size = range(index);
  if (size < 0)
    api::refuse("state.size({}): expected an argument of at least 0, found {}", index, size);
  return static_cast<std::size_t>(size);
}

State& State::declare(Amount which, double amount) {
  auto& declared = impl_->record().declared;
  switch (which) {
    case Amount::kBytesRead:
      declared.bytes_read = checked("reads", amount);
      break;
    case Amount::kBytesWritten:
      declared.bytes_written = checked("writes", amount);
      break;
    case Amount::kFlops:
      declared.flops = checked("flops", amount);
      break;
    case Amount::kItems:
      declared.items = checked("items", amount);
      break;
  }
  return *this;
}
State& State::set_axis(std::string_view name, double value, std::string_view unit) {
  require_word("axis", name);
  if (!unit.empty()) require_word("axis", unit);
  impl_->record().axis = {std::string(name), checked("axis", value), std::string(unit)};
  return *this;
}
State& State::memories(MemoryKind from, MemoryKind to) {
  return memories(to_string(from), to_string(to));
}
State& State::memories(std::string_view from, std::string_view to) {
  for (const auto name : {from, to}) require_word("memories", name);
  impl_->record().memories = {std::string(from), std::string(to)};
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

void State::measure_native(std::string_view backend, const std::function<void(void*)>& enqueue) {
  auto& queue = impl_->queue_of(backend);
  // Asked for at every launch: another list may be recorded at every bracket.
  const auto launch = [&] { enqueue(queue.native_handle()); };
  impl_->measure(queue, {launch, false, "enqueued by the benchmark"}, false);
}
void State::measure(TimedQueue& queue, const std::function<void()>& enqueue) {
  impl_->measure(queue, {enqueue, false, "enqueued by the benchmark on its own queue"}, true);
}

void State::skip(const std::string& why) {
  if (why.empty()) api::refuse("state.skip: expected a reason");
  throw Error(Outcome::kUnsupported, why);
}

void State::add_reference(Reference which, ElementType type,
                          std::function<void(std::span<std::byte>)> run) {
  impl_->add_reference(which.name, type, std::move(run));
}
void State::set_expected(ElementType type, std::function<void(std::span<std::byte>)> fill) {
  impl_->set_expected(type, std::move(fill));
}

}  // namespace tickbench
