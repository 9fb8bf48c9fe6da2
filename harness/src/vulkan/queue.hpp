// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "backend/hold.hpp"
#include "vulkan/event_log.hpp"

namespace tickbench::vulkan {

/// A command buffer starts nothing before it has everything, unless something submits it on the
/// way.
class ClosedList final : public backend::Hold {
 public:
  explicit ClosedList(Stream& stream) : stream_(stream) {}
  HoldLimits limits() const override { return {HoldMethod::kClosedList}; }
  void close(Seconds /*at_least*/) override { before_ = stream_.list().submissions(); }
  bool open() noexcept override { return stream_.list().submissions() == before_; }

 private:
  Stream& stream_;
  std::uint64_t before_ = 0;
};

/// The harness's own stream of commands, in order.
///
/// A command buffer belongs to one family of queues. Where copies are to run on one that does
/// nothing else, brackets of copies are recorded for that, and all else for the first one.
class Queue final : public backend::StreamQueue {
 public:
  /// `copies`: on a queue of their own; nothing: on the same.
  Queue(const Allocator& allocator, const QueueOf& compute, const std::optional<QueueOf>& copies);

  Bracket run(const Work& work, const BracketRequest& request) override;
  bool supports(TimeMethod method, const Work& work) const override;
  /// Caches are displaced by the queue that computes: no buffer of the other one can hold that.
  HoldLimits hold_limits(const Work& work, bool displaces) override;

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
  /// Commands go to `list` for as long as it lives.
  class Recording;

  CommandBuffer& list_of(const Work& work);
  void displace(std::size_t bytes) override;
  backend::Hold* hold() override { return &hold_; }
  Buffer& staging(std::size_t bytes);

  CommandBuffer compute_;
  std::optional<CommandBuffer> copies_;
  Stream stream_;
  EventLog events_;
  ClosedList hold_;
  std::unique_ptr<Buffer> staging_;  ///< made when first asked for
};

}  // namespace tickbench::vulkan
