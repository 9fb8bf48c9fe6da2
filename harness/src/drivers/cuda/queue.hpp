// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "cuda/hold.hpp"
#include "cuda/stream.hpp"

namespace tickbench::cuda {

/// A graph of what was captured from a stream: the device takes all of it by one call.
class Graph final : public backend::Recording {
 public:
  explicit Graph(Stream& stream) : stream_(stream) {}

  /// Throws Error (kUnsupported) for what no graph can hold, such as a wait.
  void record(const std::function<void()>& enqueue) override;
  void launch() override;

 private:
  Stream& stream_;
  GraphExecHandle graph_;
};

/// What the user may choose; see Backend::settings.
struct QueueChoices {
  HoldChoice hold = HoldChoice::kHostEvent;
  bool launches_graphs = false;
};

/// The harness's own stream.
class Queue final : public backend::StreamQueue {
 public:
  Queue(const Allocator& allocator, QueueChoices choices);

  HoldLimits hold_limits(const Work& work, bool displaces) override;
  /// Commands have ended before the driver frees their memory.
  void drop() noexcept override {}
  void launch(backend::Kernel& kernel, const backend::Range& range) override;
  void copy(backend::Memory& to, backend::Memory& from, std::size_t bytes) override;
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override;
  void* native_handle() override;

  /// Between any two addresses that the device reaches, the process's own memory included; waits.
  void copy_now(Address to, Address from, std::size_t bytes);

 private:
  backend::Hold* hold() override;

  StreamHandle handle_;
  Stream stream_;
  EventLog events_;
  Graph graph_;
  HoldChoice hold_choice_;
  std::unique_ptr<backend::Hold> hold_;  ///< made when first asked for
};

}  // namespace tickbench::cuda
