// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/queue.hpp"

#include <algorithm>

#include "backend/bracket_check.hpp"
#include "level_zero/error.hpp"
#include "level_zero/kernel.hpp"

namespace tickbench::level_zero {
namespace {

// Odd, so that every step gives another pattern; large, so that all its bytes change (2^32 / the
// golden ratio).
constexpr std::uint32_t kPatternStep = 0x9E3779B9;

QueueGroup require_compute_group(ze_device_handle_t device, const std::string& where) {
  const auto group = compute_group(device);
  if (!group)
    throw Error(Outcome::kUnsupported,
                "the device '" + where + "' has no queue group that computes");
  return *group;
}

}  // namespace

Queue::Queue(ze_context_handle_t context, ze_device_handle_t device, const Clocks& clocks,
             const backend::DeviceInfo& info)
    : context_(context),
      device_(device),
      info_(&info),
      group_(require_compute_group(device, info.name)),
      list_(context, device, group_.ordinal, CommandList::Kind::kRegular, info.name),
      timer_(context, device, clocks, info.name) {}

bool Queue::supports(TimeMethod method, const Work& work) const {
  const bool is_from_events = method == TimeMethod::kEvent || method == TimeMethod::kEvents;
  return !is_from_events || (work.is_one_command && !work.is_copy);
}

Bracket Queue::run(const Work& work, const BracketRequest& request) {
  backend::require_bracket(*this, work, request);
  finish();
  if (request.displace_bytes != 0 && request.method != TimeMethod::kEvents)
    displace(request.displace_bytes);
  switch (request.method) {
    case TimeMethod::kBracket:
      return timer_.between_timestamps(list_, work, request.launches);
    case TimeMethod::kHost:
      return timer_.by_host(list_, work, request.launches);
    default:
      return by_events(work, request);
  }
}

Bracket Queue::by_events(const Work& work, const BracketRequest& request) {
  // Displacing is itself a wait, so each launch then is a bracket of its own.
  const bool alone = request.displace_bytes != 0;
  const std::int64_t groups = alone ? request.launches : 1;
  const std::int64_t launches = alone ? 1 : request.launches;
  if (!events_ || events_->size() < static_cast<std::size_t>(launches))
    events_ =
        std::make_unique<TimestampEvents>(context_, device_, static_cast<std::uint32_t>(launches));
  Bracket bracket;
  for (std::int64_t group = 0; group < groups; ++group) {
    if (alone && request.method == TimeMethod::kEvents) displace(request.displace_bytes);
    events_->reset();
    used_events_ = 0;
    keeping_events_ = true;
    try {
      const auto one = timer_.by_host(list_, work, launches);
      if (group == 0) bracket.host_begin = one.host_begin;
      bracket.host += one.host;
      bracket.enqueue += one.enqueue;
    } catch (...) {
      keeping_events_ = false;
      throw;
    }
    keeping_events_ = false;
    if (std::cmp_not_equal(used_events_, launches))
      throw Error(Outcome::kInvalidBenchmark,
                  "'" + work.description +
                      "': expected one command a launch on the harness's own queue, " +
                      std::to_string(launches) + " in all, found " + std::to_string(used_events_));
    for (std::size_t i = 0; i < used_events_; ++i)
      bracket.device +=
          events_->duration(i, timer_.clocks().kernel, StampKind::kGlobal, timer_.where());
  }
  return bracket;
}

ze_event_handle_t Queue::next_event() {
  if (!keeping_events_) return nullptr;
  const std::size_t index = used_events_++;
  return index < events_->size() ? (*events_)[index] : nullptr;
}

void Queue::displace(std::size_t bytes) {
  if (!displaced_ || displaced_->size() < bytes) {
    displaced_.reset();
    displaced_ = allocate(context_, device_, *info_, bytes, backend::MemoryKind::kDevice);
  }
  displacing_pattern_ += kPatternStep;
  const auto pattern = std::as_bytes(std::span(&displacing_pattern_, 1));
  fill(*displaced_, pattern, bytes / pattern.size() * pattern.size());
  finish();
}

void Queue::launch(backend::Kernel& kernel, const backend::Range& range) {
  auto& own = as_kernel(kernel);
  const auto groups = own.groups_for(range);
  list_.appended(
      zeCommandListAppendLaunchKernel(list_.get(), own.handle(), &groups, next_event(), 0, nullptr),
      "zeCommandListAppendLaunchKernel");
  list_.barrier();
}

void Queue::copy(backend::Memory& to, backend::Memory& from, std::size_t bytes) {
  append_copy(as_buffer(to).pointer(), as_buffer(from).pointer(), bytes);
}

void Queue::copy_now(void* to, const void* from, std::size_t bytes) {
  finish();
  timer_.begin(list_);
  append_copy(to, from, bytes);
  timer_.end(list_);
  finish();
  static_cast<void>(timer_.elapsed());  // the stamps show that the list was executed
}

void Queue::append_copy(void* to, const void* from, std::size_t bytes) {
  list_.appended(zeCommandListAppendMemoryCopy(list_.get(), to, from, bytes, nullptr, 0, nullptr),
                 "zeCommandListAppendMemoryCopy");
  list_.barrier();
}

void Queue::fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) {
  if (pattern.empty() || pattern.size() > group_.largest_fill_pattern ||
      bytes % pattern.size() != 0)
    throw Error(Outcome::kInvalidBenchmark,
                "fill: expected a pattern of 1 to " + std::to_string(group_.largest_fill_pattern) +
                    " bytes that divides the size, found " + std::to_string(pattern.size()) +
                    " bytes for " + std::to_string(bytes));
  list_.appended(zeCommandListAppendMemoryFill(list_.get(), as_buffer(to).pointer(), pattern.data(),
                                               pattern.size(), bytes, nullptr, 0, nullptr),
                 "zeCommandListAppendMemoryFill");
  list_.barrier();
}

}  // namespace tickbench::level_zero
