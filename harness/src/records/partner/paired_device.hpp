// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/memory.hpp"
#include "results/record.hpp"

/// The kernels of another build of a program, beside this build's.
namespace tickbench::other_build {

/// A device that builds each kernel twice: of this program's modules, and of another build's, for
/// launches in `launch_partner`. What differs in names or arguments is in `differences`, and not
/// launched: this program's host code does not know how.
class PairedDevice final : public backend::FrontDevice {
 public:
  /// Both outlive it, and `others` does not move.
  PairedDevice(backend::Device& device, const std::vector<backend::Module>& others)
      : FrontDevice(device), partner_modules_(others) {}

  /// Before a body: forgets what the one before it did, or how it ended.
  void begin() {
    differences_.clear();
    is_partner_active_ = false;
  }
  /// What `enqueue` launches is of the other build.
  void launch_partner(const std::function<void()>& enqueue) {
    is_partner_active_ = true;
    enqueue();
    is_partner_active_ = false;
  }
  /// Of the kernels that were asked for; each once.
  const std::vector<results::KernelDifference>& differences() const noexcept {
    return differences_;
  }
  /// So many kernels of the other build were enqueued.
  std::size_t launched() const noexcept { return launched_; }

  /// Throws Error where it does not build.
  std::unique_ptr<backend::Kernel> other_build(
      const backend::KernelName& name, const backend::Kernel& own,
      std::span<const backend::Argument> arguments) override;
  bool launches_other_build() override {
    if (is_partner_active_) ++launched_;
    return is_partner_active_;
  }

 private:
  const std::vector<backend::Module>& partner_modules_;
  std::vector<results::KernelDifference> differences_;
  std::size_t launched_ = 0;
  bool is_partner_active_ = false;
};

}  // namespace tickbench::other_build
