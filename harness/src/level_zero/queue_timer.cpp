// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/queue_timer.hpp"

#include <cmath>
#include <utility>

#include "level_zero/error.hpp"
#include "level_zero/event.hpp"
#include "level_zero/launch_phases.hpp"

namespace tickbench::level_zero {
namespace {

// Apart by a cache line, so that the device's writes do not meet.
constexpr std::size_t kStampBytes = 128;
constexpr std::size_t kSecond = 64 / sizeof(std::uint64_t);

std::uint64_t* allocate_stamps(ze_context_handle_t context) {
  ze_host_mem_alloc_desc_t description{};
  description.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC;
  void* pointer = nullptr;
  check(zeMemAllocHost(context, &description, kStampBytes, 64, &pointer),
        "zeMemAllocHost, for time stamps");
  return static_cast<std::uint64_t*>(pointer);
}

}  // namespace

QueueTimer::QueueTimer(ze_context_handle_t context, ze_device_handle_t device, const Clocks& clocks,
                       std::string where)
    : context_(context),
      device_(device),
      clocks_(clocks),
      where_(std::move(where)),
      stamps_(allocate_stamps(context)) {}

QueueTimer::~QueueTimer() { check_clean_up(zeMemFree(context_, stamps_), "zeMemFree"); }

void QueueTimer::begin(CommandList& list) {
  stamps_[0] = kUnwritten;
  stamps_[kSecond] = kUnwritten;
  list.write_timestamp(&stamps_[0]);
}

void QueueTimer::end(CommandList& list) { list.write_timestamp(&stamps_[kSecond]); }

Seconds QueueTimer::elapsed() const {
  const std::uint64_t first = stamps_[0];
  const std::uint64_t second = stamps_[kSecond];
  if (first == kUnwritten || second == kUnwritten)
    throw Error(
        Outcome::kDeviceError,
        "the device executed nothing: expected two time stamps in memory after a successful "
        "wait, found them unwritten, on " +
            where_);
  return clocks_.global.elapsed(GlobalStamp{first}, GlobalStamp{second});
}

namespace {

/// Appends the launches. Where one fails, none is executed: what they use is freed on the way out.
void enqueue(CommandList& list, const Work& work, std::int64_t launches) {
  list.appended();
  try {
    for (std::int64_t i = 0; i < launches; ++i) work.enqueue();
  } catch (...) {
    list.drop();
    throw;
  }
}

}  // namespace

Bracket QueueTimer::between_timestamps(CommandList& list, const Work& work, std::int64_t launches) {
  const auto before = host_clock().now();
  begin(list);
  enqueue(list, work, launches);
  end(list);
  const auto enqueued = host_clock().now();
  list.finish();
  const auto after = host_clock().now();
  return {.device = elapsed(),
          .host = after - before,
          .host_begin = before,
          .enqueue = enqueued - before,
          .device_begin = on_time_line(stamps_[0])};
}

Bracket QueueTimer::by_host(CommandList& list, const Work& work, std::int64_t launches,
                            const std::function<void()>& before_wait) const {
  const auto before = host_clock().now();
  enqueue(list, work, launches);
  if (before_wait) before_wait();
  const auto enqueued = host_clock().now();
  list.finish();
  return {.host = host_clock().now() - before, .host_begin = before, .enqueue = enqueued - before};
}

std::optional<std::chrono::nanoseconds> QueueTimer::on_time_line(std::uint64_t ticks) const {
  if (!has_read_) return std::nullopt;
  const Seconds since_last = clocks_.global.elapsed(GlobalStamp{last_ticks_}, GlobalStamp{ticks});
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time_line_ + since_last);
}

std::optional<LaunchTimes> QueueTimer::launch_times(
    std::chrono::nanoseconds appended, std::chrono::nanoseconds submitted,
    std::span<const ze_kernel_timestamp_result_t> stamps) {
  const auto reading = read_clock();
  if (!reading) return std::nullopt;
  return launch_phases({appended, submitted, *reading, last_ticks_}, clocks_.kernel, stamps);
}

std::optional<ClockReading> QueueTimer::read_clock() {
  ClockReading reading;
  std::uint64_t host = 0;
  std::uint64_t ticks = 0;
  reading.host_before = host_clock().now();
  const auto result = zeDeviceGetGlobalTimestamps(device_, &host, &ticks);
  if (result != ZE_RESULT_SUCCESS) {
    // A simulated device has no such clock, and says ZE_RESULT_ERROR_DEVICE_LOST: every time.
    if (!has_read_ && zeDeviceGetGlobalTimestamps(device_, &host, &ticks) != ZE_RESULT_SUCCESS)
      return std::nullopt;
    check(result, "zeDeviceGetGlobalTimestamps", where_);
  }
  reading.host_after = host_clock().now();
  // The driver may extend the count above its valid bits: elapsed() masks it.
  time_line_ += clocks_.global.elapsed(GlobalStamp{last_ticks_}, GlobalStamp{ticks});
  has_read_ = true;
  last_ticks_ = ticks;
  reading.device_tick = clocks_.global.tick();
  reading.device_ticks =
      static_cast<std::int64_t>(std::llround(time_line_.count() / reading.device_tick.count()));
  return reading;
}

}  // namespace tickbench::level_zero
