// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "backend/memory.hpp"
#include "verification/poison.hpp"

namespace tickbench::bands {

/// What was filled of the local memory of each compute unit.
struct FilledLocalMemory {
  std::size_t bytes = 0;
  std::size_t asked = 0;     ///< all of it
  std::string why_not = {};  ///< the driver's answer, where it is less
};

/// Fills the local memory of one device, which outlives it. Keeps how much its driver takes.
class LocalMemoryFiller {
 public:
  explicit LocalMemoryFiller(backend::Device& device) : device_(device) {}

  /// Leaves a word in the local memory of all compute units, for the launch behind it to find where
  /// the device keeps it, and where that launch's own lies in the same place. A driver that keeps
  /// some of it for itself, and refuses all of it to one kernel, is asked for less. Throws Error:
  /// kUnsupported where the device has no local memory, or there is no kernel for it. A processor
  /// is given so many times the work that all of its threads take part in where it is idle.
  FilledLocalMemory fill(std::uint32_t word, int times);

 private:
  backend::Device& device_;
  std::optional<FilledLocalMemory> taken_;  ///< by the last one that did not fail
};

using verification::Poison;

/// A place that holds what nobody has written.
struct Site {
  enum class Kind {
    kOutput,       ///< the outputs of a check, before the launch
    kLocalMemory,  ///< of work-groups
    kInside,       ///< of a buffer
    kBefore,       ///< the band in front of a buffer
    kAfter,        ///< the band behind it
  };
  Kind kind = Kind::kOutput;
  std::size_t buffer = 0;  ///< of the last three: its number, in the order of allocation
  friend bool operator==(const Site&, const Site&) = default;
};

/// Which poison lies where.
struct Poisoning {
  Poison everywhere = Poison::kFirst;
  std::optional<Site> but_at{};  ///< the other one lies there
  Poison at(const Site& site) const noexcept {
    return but_at == site ? verification::other(everywhere) : everywhere;
  }
};

/// What buffers hold, by their numbers in the order of allocation.
using Contents = std::map<std::size_t, std::vector<std::byte>>;

/// A device whose buffers are poisoned, and lie between bands of poison: a write outside of one
/// changes its bands, and a read outside, or of what was never written, gives another result with
/// another poison. For checks only: nothing is to be timed on it, unless it is told to `watch`.
///
///     GuardedDevice guarded(device);
///     guarded.begin({}, true);
///     body(guarded);  // allocates, launches
///     if (const auto found = guarded.written_outside()) fail(*found);
class GuardedDevice final : public backend::FrontDevice {
 public:
  explicit GuardedDevice(backend::Device& device) : FrontDevice(device), local_memory_(device) {}

  /// Before a body: forgets what the one before it did.
  void begin(const Poisoning& poisoning, bool has_bands);
  /// Before a body that is measured: it has the device's own buffers, which are only noted.
  void watch() {
    begin({}, false);
    has_poison_ = false;
  }

  /// Of the buffers that are there and that something was written to. Nothing where they hold more
  /// than `most_bytes`.
  std::optional<Contents> contents(std::size_t most_bytes);
  void write(const Contents& contents) {
    for (const auto& [number, bytes] : contents)
      if (const auto& guarded = buffers_.at(number); !guarded.life.expired())
        device().write(*guarded.memory, bytes);
  }
  /// The number of this memory's buffer, the last one at this address: those before it are freed.
  std::optional<std::size_t> number(const backend::Memory* memory) const {
    for (std::size_t i = buffers_.size(); memory != nullptr && i > 0; --i)
      if (buffers_[i - 1].memory == memory) return i - 1;
    return std::nullopt;
  }
  /// A GPU's shared memory follows who uses it, so that a launch behind a write takes longer.
  bool moves_pages() const {
    return info().type != backend::DeviceType::kCpu &&
           std::ranges::any_of(buffers_, [](const Guarded& guarded) {
             return !guarded.life.expired() &&
                    guarded.memory->kind() == backend::MemoryKind::kShared;
           });
  }
  /// The sizes of buffers, and the buffers and values that kernels were given, as text that is
  /// compared.
  const std::string& shape() const noexcept { return shape_; }

  /// Does a launch that is checked: local memory is poisoned before it, and before each kernel of
  /// it, so many times.
  void check(const std::function<void()>& launch, int times);
  /// Of the buffers that are there: the first one whose bands have changed, by its name, with the
  /// place.
  std::optional<std::string> written_outside() {
    for (const auto& guarded : buffers_)
      if (auto found = written_around(guarded)) return found;
    return std::nullopt;
  }
  /// Kernels that the last one launched.
  std::size_t launched() const noexcept { return launched_; }
  /// All places, those first that are looked at first.
  std::vector<Site> sites() const;
  /// "memory after the end of argument 0 'x' of the kernel 'scale' (4096 bytes)".
  std::string describe(const Site& site) const;
  /// What could not be had, and why.
  const std::vector<std::string>& omissions() const noexcept { return omissions_; }
  /// What the device answered to an allocation that may have failed for the bands of other buffers
  /// alone; empty: there was none.
  const std::string& room_error() const noexcept { return room_error_; }

  /// Between bands where these fit too; otherwise as it is, and poisoned.
  std::unique_ptr<backend::Memory> allocate(std::size_t bytes, backend::MemoryKind kind) override;
  /// While a launch is checked they find local memory poisoned.
  std::function<void()> before_launches() override;
  /// Names the buffers.
  void note_arguments(const backend::Kernel& kernel,
                      std::span<const backend::Argument> arguments) override;
  void note_fill(std::span<const std::byte> pattern) override {
    shape_.append(reinterpret_cast<const char*>(pattern.data()), pattern.size());
  }
  void write(backend::Memory& to, std::span<const std::byte> from) override {
    ++uses_;
    FrontDevice::write(to, from);
  }
  void read(backend::Memory& from, std::span<std::byte> to) override {
    ++uses_;
    FrontDevice::read(from, to);
  }
  /// Reads, writes and launches by the body.
  std::size_t uses() const noexcept { return uses_; }

 private:
  /// One buffer.
  struct Guarded {
    std::size_t number = 0;
    std::size_t size = 0;
    std::weak_ptr<backend::Memory> whole{};  ///< of one with bands, while it is there
    std::size_t before = 0;                  ///< the bytes of the band in front
    backend::Memory* memory = nullptr;
    std::weak_ptr<const void> life{};  ///< of `memory`
    std::vector<std::string> uses{};   ///< "argument 0 'x' of the kernel 'scale'"
  };

  std::size_t alignment() const;
  std::unique_ptr<backend::Memory> allocate_between_bands(std::size_t bytes,
                                                          backend::MemoryKind kind);
  std::unique_ptr<backend::Memory> allocate_plain(std::size_t bytes, backend::MemoryKind kind);
  void poison(backend::Memory& memory, Poison value);
  void poison_whole(const std::shared_ptr<backend::Memory>& whole, const Guarded& guarded,
                    backend::Memory& inside);
  /// The band behind it begins inside of it, where its end is no place for a part to begin.
  struct Band {
    std::unique_ptr<backend::Memory> memory;
    std::size_t skipped = 0;  ///< bytes of the buffer
  };
  Band band_after(const std::shared_ptr<backend::Memory>& whole, const Guarded& guarded) {
    const std::size_t end = guarded.before + guarded.size;
    const std::size_t begin = end / alignment() * alignment();
    return {device().part(whole, begin, whole->size() - begin), end - begin};
  }
  void poison_local_memory();
  std::optional<std::string> written_around(const Guarded& guarded);
  /// Throws Error (kDeviceError) where the device does not write poison that it is told to.
  void require_poison(const std::shared_ptr<backend::Memory>& whole, const Guarded& guarded);
  std::string buffer_name(const Guarded& guarded) const;
  void omit(const std::string& what) {
    if (std::ranges::find(omissions_, what) == omissions_.end()) omissions_.push_back(what);
  }

  LocalMemoryFiller local_memory_;
  Poisoning poisoning_;
  bool has_bands_ = true;
  bool has_poison_ = true;
  std::size_t launched_ = 0, uses_ = 0;
  bool has_kernels_ = false;  ///< copies and fills use no local memory
  int poisons_local_ = 0;     ///< so many times before each kernel
  bool is_fresh_ = false;     ///< the first kernel finds it poisoned
  std::mutex allocating_;     ///< a body may have threads
  std::deque<Guarded> buffers_;
  std::vector<std::string> omissions_;
  std::string room_error_;
  std::string shape_;
};

}  // namespace tickbench::bands
