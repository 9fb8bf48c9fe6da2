// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "vulkan/queue.hpp"

#include <algorithm>
#include <cstring>

namespace tickbench::vulkan {
namespace {

/// vkCmdFillBuffer fills whole words.
constexpr std::size_t kWord = 4;

/// A pattern of 1, 2 or 4 bytes, as often as fits into a word.
std::uint32_t word_of(std::span<const std::byte> pattern) {
  std::uint32_t word = 0;
  auto* const to = reinterpret_cast<std::byte*>(&word);
  for (std::size_t i = 0; i < kWord; i += pattern.size())
    std::memcpy(to + i, pattern.data(), pattern.size());
  return word;
}

void require_fill(std::span<const std::byte> pattern, std::size_t bytes) {
  backend::require_word_pattern(pattern.size(), bytes, "Vulkan");
  if (bytes < kWord)
    throw_error(Outcome::kUnsupported, "fill: Vulkan fills {} bytes and more, found {}", kWord,
                bytes);
}

/// By a call of VK_EXT_debug_utils. Returns false where the instance has none of it.
bool put_label(VkQueue queue, const char* call, const char* name) {
  const auto put =
      reinterpret_cast<PFN_vkQueueBeginDebugUtilsLabelEXT>(vkGetInstanceProcAddr(instance(), call));
  auto label = structure<VkDebugUtilsLabelEXT>(VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT);
  label.pLabelName = name;
  if (put != nullptr) put(queue, &label);
  return put != nullptr;
}

constexpr const char* kInsert = "vkQueueInsertDebugUtilsLabelEXT";

}  // namespace

std::optional<std::chrono::nanoseconds> Stream::marked_at() const {
  // A stamp may be any number of short wraps behind the last reading.
  constexpr Seconds kShortWrap{60};
  if (!has_read_ || list_ != first_ || clock_.wrap() < kShortWrap) return std::nullopt;
  return time_line_.at(marks_->first(kMarks));
}

/// Once the stream is finished.
std::uint64_t Stream::read_ticks() {
  std::uint64_t ticks = 0;
  if (calibrated_ != nullptr) {
    auto wanted =
        structure<VkCalibratedTimestampInfoEXT>(VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT);
    wanted.timeDomain = VK_TIME_DOMAIN_DEVICE_EXT;
    std::uint64_t deviation = 0;
    check(calibrated_(place().device, 1, &wanted, &ticks, &deviation),
          "vkGetCalibratedTimestampsEXT", info());
    return ticks;
  }
  marks_->begin(*list_, 2);
  marks_->write_first(*list_, kReading);
  list_->finish();
  return marks_->first(kReading).ticks;
}

std::optional<ClockReading> Stream::read_clock() {
  if (!has_stamps()) return std::nullopt;
  if (calibrated_ == nullptr) finish();
  ClockReading reading;
  reading.host_before = host_clock().now();
  const auto ticks = read_ticks();
  reading.host_after = host_clock().now();
  const GlobalStamp stamp{ticks};
  reading.device = has_read_
                       ? time_line_.advance_to(stamp, Seconds(reading.host_before - last_reading_))
                       : time_line_.advance_to(stamp);
  last_reading_ = reading.host_before;
  reading.device_tick = clock_.tick();
  has_read_ = true;
  return reading;
}

void Stream::fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) {
  require_fill(pattern, bytes);
  const auto& buffer = as_buffer(to);
  const std::size_t rest = bytes % kWord;
  vkCmdFillBuffer(list_->record(Access::kTransfer), buffer.buffer(), buffer.offset(), bytes - rest,
                  word_of(pattern));
  if (rest == 0) return;
  const VkBufferCopy region{buffer.offset(), buffer.offset() + bytes - rest, rest};
  vkCmdCopyBuffer(list_->record(Access::kTransfer), buffer.buffer(), buffer.buffer(), 1, &region);
}

void TimelineSemaphore::enqueue_wait() {
  auto values =
      structure<VkTimelineSemaphoreSubmitInfo>(VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
  values.waitSemaphoreValueCount = 1;
  values.pWaitSemaphoreValues = &value_;
  const VkPipelineStageFlags stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  auto* semaphore = semaphore_.get();
  // No commands of its own. Those of later submissions wait as well.
  auto description = structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  description.pNext = &values;
  description.waitSemaphoreCount = 1;
  description.pWaitSemaphores = &semaphore;
  description.pWaitDstStageMask = &stages;
  check(vkQueueSubmit(stream_.list().queue().queue, 1, &description, VK_NULL_HANDLE),
        "vkQueueSubmit", stream_.info());
}

bool Queue::begin_range(const std::string& name) {
  in_range_ = stream_.list().queue().queue;
  put_label(in_range_, kInsert, "capture-marker,begin_capture");
  return put_label(in_range_, "vkQueueBeginDebugUtilsLabelEXT", name.c_str());
}

void Queue::end_range() noexcept {
  reinterpret_cast<PFN_vkQueueEndDebugUtilsLabelEXT>(
      vkGetInstanceProcAddr(instance(), "vkQueueEndDebugUtilsLabelEXT"))(in_range_);
  put_label(in_range_, kInsert, "capture-marker,end_capture");
}

/// What goes through the host's memory at a time: larger pieces are no faster.
constexpr std::size_t kStagingBytes = std::size_t{16} << 20;

void Queue::in_pieces(std::size_t bytes,
                      const std::function<void(std::size_t, std::size_t)>& piece) {
  const auto wanted = std::min(bytes, kStagingBytes);
  if (!staging_ || staging_->size() < wanted) {
    staging_.reset();
    staging_ = stream_.allocator().allocate(wanted, backend::MemoryKind::kHost);
  }
  for (std::size_t done = 0; done < bytes; done += staging_->size())
    piece(done, std::min(bytes - done, staging_->size()));
}

}  // namespace tickbench::vulkan
