// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/queue.hpp"

#include <utility>

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

/// Nothing where the user did not ask for one, or the device has none.
std::optional<QueueGroup> copy_engine(ze_device_handle_t device, const Options& options) {
  return options.on_copy_engine ? copy_only_group(device) : std::nullopt;
}

}  // namespace

Queue::Queue(ze_context_handle_t context, ze_device_handle_t device, const Clocks& clocks,
             const backend::DeviceInfo& info, backend::MemoryUse& use, const Options& options)
    : allocator_{context, device, info, use},
      options_(options),
      compute_{require_compute_group(device, info.name), context, device, options.list, info.name},
      timer_(context, device, clocks, info.name),
      stamps_(context, device, options, info.name) {
  if (const auto group = copy_engine(device, options))
    copies_.emplace(*group, context, device, options.list, info.name);
}

bool Queue::supports(TimeMethod method, const Work& work) const {
  const bool is_from_events = method == TimeMethod::kEvent || method == TimeMethod::kEvents;
  return !is_from_events || (work.is_one_command && !work.is_copy);
}

/// Where the copies of a bracket go. Throws Error (kUnsupported) where the user asked for an engine
/// that the device does not have.
Queue::Stream& Queue::stream_of(const Work& work) {
  if (!work.is_copy || !options_.on_copy_engine) return compute_;
  if (!copies_)
    throw Error(Outcome::kUnsupported, "copies=engine: the device '" + allocator_.info.name +
                                           "' has no queue group that only copies");
  return *copies_;
}

Bracket Queue::run(const Work& work, const BracketRequest& request) {
  backend::require_bracket(*this, work, request);
  finish();
  if (request.displace_bytes != 0 && request.method != TimeMethod::kEvents)
    displace(request.displace_bytes);
  if (request.method == TimeMethod::kEvent || request.method == TimeMethod::kEvents)
    return by_events(work, request);
  const Recording recording(*this, stream_of(work));
  return request.method == TimeMethod::kBracket
             ? timer_.between_timestamps(list(), work, request.launches)
             : timer_.by_host(list(), work, request.launches);
}

Bracket Queue::by_events(const Work& work, const BracketRequest& request) {
  // Displacing is itself a wait, so each launch then is a bracket of its own.
  const bool alone = request.displace_bytes != 0;
  const std::int64_t groups = alone ? request.launches : 1;
  const std::int64_t launches = alone ? 1 : request.launches;
  Bracket bracket;
  for (std::int64_t group = 0; group < groups; ++group) {
    if (alone && request.method == TimeMethod::kEvents) displace(request.displace_bytes);
    const auto one = run_with_events(work, launches);
    if (group == 0) bracket.host_begin = one.host_begin;
    bracket.host += one.host;
    bracket.enqueue += one.enqueue;
    for (std::size_t i = 0; i < stamps_.used(); ++i) {
      const auto stamps = stamps_.of(i);
      bracket.device += span_of_tiles(timer_.clocks().kernel, stamps, options_.stamps);
      if (!bracket.launch)
        bracket.launch = timer_.launch_times(one.host_begin,
                                             list().submitted().value_or(one.host_begin), stamps);
    }
  }
  return bracket;
}

Bracket Queue::run_with_events(const Work& work, std::int64_t launches) {
  struct Keeping {
    LaunchStamps& stamps;
    ~Keeping() { stamps.end(); }
  };
  stamps_.begin(static_cast<std::uint32_t>(launches));
  const Keeping keeping{stamps_};
  const auto bracket =
      timer_.by_host(list(), work, launches, [this] { stamps_.append_query(list()); });
  if (std::cmp_not_equal(stamps_.used(), launches))
    throw Error(Outcome::kInvalidBenchmark,
                "'" + work.description +
                    "': expected one command a launch on the harness's own queue, " +
                    std::to_string(launches) + " in all, found " + std::to_string(stamps_.used()));
  return bracket;
}

void Queue::displace(std::size_t bytes) {
  if (!displaced_ || displaced_->size() < bytes) {
    displaced_.reset();
    displaced_ = allocator_.allocate(bytes, backend::MemoryKind::kDevice);
  }
  displacing_pattern_ += kPatternStep;
  const auto pattern = std::as_bytes(std::span(&displacing_pattern_, 1));
  fill(*displaced_, pattern, bytes / pattern.size() * pattern.size());
  finish();
}

void Queue::launch(backend::Kernel& kernel, const backend::Range& range) {
  auto& own = as_kernel(kernel);
  const auto groups = own.groups_for(range);
  list().appended(zeCommandListAppendLaunchKernel(list().get(), own.handle(), &groups,
                                                  stamps_.next(), 0, nullptr),
                  "zeCommandListAppendLaunchKernel");
  list().barrier();
}

void Queue::copy(backend::Memory& to, backend::Memory& from, std::size_t bytes) {
  append_copy(as_buffer(to).pointer(), as_buffer(from).pointer(), bytes);
}

void Queue::copy_now(void* to, const void* from, std::size_t bytes) {
  finish();
  timer_.begin(list());
  append_copy(to, from, bytes);
  timer_.end(list());
  finish();
  static_cast<void>(timer_.elapsed());  // the stamps show that the list was executed
}

void Queue::append_copy(void* to, const void* from, std::size_t bytes) {
  list().appended(zeCommandListAppendMemoryCopy(list().get(), to, from, bytes, nullptr, 0, nullptr),
                  "zeCommandListAppendMemoryCopy");
  list().barrier();
}

void Queue::fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) {
  const std::size_t largest = recording_->group.largest_fill_pattern;
  const std::size_t size = pattern.size();
  const bool is_power_of_two = size != 0 && (size & (size - 1)) == 0;
  if (!is_power_of_two || size > largest || bytes % size != 0)
    throw Error(Outcome::kInvalidBenchmark,
                "fill: expected a pattern of 1, 2, 4, ... or " + std::to_string(largest) +
                    " bytes that divides the size, found " + std::to_string(size) + " bytes for " +
                    std::to_string(bytes));
  list().appended(zeCommandListAppendMemoryFill(list().get(), as_buffer(to).pointer(),
                                                pattern.data(), size, bytes, nullptr, 0, nullptr),
                  "zeCommandListAppendMemoryFill");
  list().barrier();
}

}  // namespace tickbench::level_zero
