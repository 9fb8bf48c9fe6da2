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
