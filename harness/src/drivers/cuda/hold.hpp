// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "backend/hold.hpp"
#include "cuda/buffer.hpp"
#include "cuda/kernel.hpp"

namespace tickbench::cuda {

/// What the user may choose; see Backend::settings.
enum class HoldChoice { kHostEvent, kOff };

/// A kernel of one thread that waits for a word in the host's memory. The host writes the word
/// behind the last enqueue. It cannot wait for ever: after a time by the device's clock it ends by
/// itself, also where the host was stopped.
class SpinningKernel final : public backend::HostHold {
 public:
  /// Loads the kernel. Throws Error.
  SpinningKernel(CUstream_st* stream, const Allocator& allocator);
  ~SpinningKernel() override { open(); }

  HoldLimits limits() const override;
  /// Of one that ended by itself; nothing for one that the host opened.
  std::optional<Seconds> duration() override;

 private:
  struct Words;

  void enqueue_wait() override;
  void signal() noexcept override;
  Words& words() const;

  CUstream_st* stream_;
  Place place_;
  ModuleHandle module_;
  CUfunc_st* kernel_;
  std::unique_ptr<Buffer> words_;
  std::uint32_t ticket_ = 0;  ///< another one each time: an old signal opens no new hold
};

/// The one chosen. Where it cannot be had, its limits say why.
std::unique_ptr<backend::Hold> make_hold(CUstream_st* stream, const Allocator& allocator,
                                         HoldChoice choice);

}  // namespace tickbench::cuda
