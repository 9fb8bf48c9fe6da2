// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "backend/two_list_queue.hpp"
#include "vulkan/event_log.hpp"

namespace tickbench::vulkan {

/// The harness's own stream of commands, in order.
class Queue final : public backend::TwoListQueue<Stream, CommandBuffer> {
 public:
  /// `copies`: on a queue of their own; nothing: on the same.
  Queue(const Allocator& allocator, const FamilyQueue& compute,
        const std::optional<FamilyQueue>& copies);

  void launch(backend::Kernel& kernel, const backend::Range& range) override;
  void copy(backend::Memory& to, backend::Memory& from, std::size_t bytes) override;
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override;
  /// The command buffer that is being recorded. Who asks for it may record: the next wait submits
  /// it.
  void* native_handle() override;

  // Between memory of the host and a buffer that the host does not reach; both wait.
  void write_now(const Buffer& to, std::span<const std::byte> from);
  void read_now(const Buffer& from, std::span<std::byte> to);

 private:
  bool has_device_time(const Work& work) const override {
    return list_for(work).queue().family.valid_bits != 0;
  }
  backend::Hold* hold() override { return &hold_; }
  /// `piece(begin, bytes)` for each part of a transfer that the staging buffer has room for.
  void in_pieces(std::size_t bytes, const std::function<void(std::size_t, std::size_t)>& piece);

  CommandBuffer compute_;
  std::optional<CommandBuffer> copies_;
  Stream stream_;
  EventLog events_;
  backend::ClosedList<Stream> hold_;
  std::unique_ptr<Buffer> staging_;  ///< made when first asked for
};

}  // namespace tickbench::vulkan
