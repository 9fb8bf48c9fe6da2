// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "results/record.hpp"

/// The kernels of another build of a program, beside this build's.
namespace tickbench::other_build {

/// A device that builds each kernel twice: of this program's modules, and of another build's, for
/// launches in `launch_partner`. What differs in names or arguments is in `differences`, and not
/// launched: this program's host code does not know how.
class PairedDevice final : public backend::Device {
 public:
  /// Both outlive it, and `others` does not move.
  PairedDevice(backend::Device& device, const std::vector<backend::Module>& others)
      : device_(device), partner_modules_(others) {}

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

  const backend::DeviceInfo& info() const noexcept override { return device_.info(); }
  backend::Queue& queue() override { return device_.queue(); }
  std::unique_ptr<backend::Memory> allocate(std::size_t bytes, backend::MemoryKind kind) override {
    return device_.allocate(bytes, kind);
  }
  std::size_t part_alignment() const override { return device_.part_alignment(); }
  std::unique_ptr<backend::Memory> part(const std::shared_ptr<backend::Memory>& whole,
                                        std::size_t offset, std::size_t bytes) override {
    return device_.part(whole, offset, bytes);
  }
  void note_arguments(const backend::Kernel& kernel,
                      std::span<const backend::Argument> arguments) override {
    device_.note_arguments(kernel, arguments);
  }
  std::function<void()> before_launches() override { return device_.before_launches(); }
  void write(backend::Memory& to, std::span<const std::byte> from) override {
    device_.write(to, from);
  }
  void read(backend::Memory& from, std::span<std::byte> to) override { device_.read(from, to); }
  std::unique_ptr<backend::Kernel> kernel(const backend::KernelName& name) override {
    return device_.kernel(name);
  }
  /// Throws Error where it does not build.
  std::unique_ptr<backend::Kernel> other_build(
      const backend::KernelName& name, const backend::Kernel& own,
      std::span<const backend::Argument> arguments) override;
  bool launches_other_build() override {
    if (is_partner_active_) ++launched_;
    return is_partner_active_;
  }

 private:
  backend::Device& device_;
  const std::vector<backend::Module>& partner_modules_;
  std::vector<results::KernelDifference> differences_;
  std::size_t launched_ = 0;
  bool is_partner_active_ = false;
};

}  // namespace tickbench::other_build
