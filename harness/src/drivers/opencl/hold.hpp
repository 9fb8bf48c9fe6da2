// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "backend/hold.hpp"
#include "opencl/event.hpp"
#include "opencl/stream.hpp"

namespace tickbench::opencl {

/// What the user may choose; see Backend::settings.
enum class HoldChoice { kAuto, kDelayKernel, kHostEvent, kOff };

/// One work-item that computes for a time. It is the way on a GPU: there a user event makes the
/// driver keep the commands in the host's memory, and submit them one by one once it is signalled.
/// It cannot block for ever, since it ends by itself.
class DelayKernel final : public backend::Hold {
 public:
  /// Builds the kernel and measures how long its steps take. Throws Error.
  explicit DelayKernel(Stream& stream);

  HoldLimits limits() const override;
  void close(Seconds at_least) override;
  void flush() override { stream_.flush(); }
  std::optional<Seconds> duration() override;

 private:
  void enqueue(std::uint64_t steps);
  Seconds measure_steps(std::uint64_t steps);

  Stream& stream_;
  ProgramHandle program_;
  KernelHandle kernel_;
  MemoryHandle result_;
  double calibrated_ = 0;  ///< steps a second, when it was built
  double steps_a_second_ = 0;
  std::uint64_t steps_ = 0;  ///< of the last one
  std::optional<Event> event_;
};

/// A user event. It is the way on a CPU, where a kernel in front would take a core.
class UserEvent final : public backend::HostHold {
 public:
  explicit UserEvent(Stream& stream) : stream_(stream) {}
  ~UserEvent() override { open(); }

  HoldLimits limits() const override { return {HoldMethod::kHostEvent}; }
  void flush() override { stream_.flush(); }

 private:
  void enqueue_wait() override;
  void signal() noexcept override;

  Stream& stream_;
  EventHandle event_;
};

/// The one that suits the device, or the one chosen. Where it cannot be had, its limits say why.
std::unique_ptr<backend::Hold> make_hold(Stream& stream, HoldChoice choice);

}  // namespace tickbench::opencl
