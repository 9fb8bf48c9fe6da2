// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "backend/two_list_queue.hpp"
#include "vulkan/event.hpp"
#include "vulkan/stream.hpp"

namespace tickbench::vulkan {

/// A pair of stamps around each launch of a bracket.
class EventLog final : public backend::EventLog {
 public:
  explicit EventLog(Stream& stream) : stream_(stream) {}

  /// Kernels, copies and fills are timed alike.
  bool times(const Work& work) const override { return stream_.has_stamps() && work.commands > 0; }
  void begin(std::int64_t launches, std::int64_t commands) override {
    wanted_ = static_cast<std::uint32_t>(launches);
    if (!stamps_ || stamps_->pairs() < wanted_)
      stamps_ = std::make_unique<Stamps>(stream_.place(), wanted_);
    stamps_->begin(stream_.list(), wanted_);
    count_.begin(commands);
    used_ = 0;
    is_keeping_ = true;
  }
  void end() noexcept override { is_keeping_ = false; }
  std::int64_t commands() const override { return count_.counted(); }
  Seconds duration(std::size_t launch) const override {
    const auto pair = static_cast<std::uint32_t>(launch);
    return stream_.clock().elapsed(stamps_->first(pair), stamps_->second(pair));
  }
  Seconds wrap() const override { return stream_.clock().wrap(); }

  /// `command()` records one command.
  template <class Command>
  void record(const Command& command) {
    if (!is_keeping_) return command();
    const auto place = count_.next();
    const bool has_stamps = used_ < wanted_;
    if (place.is_first && has_stamps) stamps_->write_first(stream_.list(), used_);
    command();
    if (place.is_last && has_stamps) stamps_->write_second(stream_.list(), used_++);
  }

 private:
  Stream& stream_;
  std::unique_ptr<Stamps> stamps_;
  backend::CommandCount count_;
  std::uint32_t wanted_ = 0;
  std::uint32_t used_ = 0;
  bool is_keeping_ = false;
};

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
