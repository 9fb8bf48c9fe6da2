// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "bands/guarded_device.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <limits>

#include "backend/memory.hpp"
#include "tickbench/device.hpp"
#include "verification/elements.hpp"

// Named here so that a linker keeps the embedded kernels.
extern "C" void tickbench_kernels_tickbench_bands_kernels();

namespace tickbench::bands {
namespace {

constexpr std::size_t kWord = sizeof(std::uint32_t);
constexpr std::size_t kWorkGroup = 64;
/// So many for each compute unit. A processor's threads take some tens at once, and one that wakes
/// late is to find work left: together they take half a millisecond.
constexpr std::size_t kGroupsPerUnit = 64;
/// A driver that refuses all of it is asked for a part less of so many, then for two less, down to
/// half: NVIDIA's OpenCL keeps some of what it states for itself.
constexpr std::size_t kParts = 48;
/// A processor's is ordinary memory of any size: kernels use its beginning.
constexpr std::uint64_t kMostProcessorBytes = std::uint64_t{64} << 10;

constexpr const char* kKernel = "tickbench_fill_local_memory";

bool is_room_error(const Error& error) {
  return error.outcome() == Outcome::kOverLimit || error.outcome() == Outcome::kOutOfMemory;
}

void require_kernel(backend::Device& device) {
  try {
    static_cast<void>(device.kernel(kKernel));
  } catch (const Error& error) {
    if (error.outcome() == Outcome::kInvalidBenchmark)
      throw Error(Outcome::kUnsupported, error.what());
    throw;
  }
}

/// What one kernel may ask for: all that the device states.
std::size_t stated_bytes(const backend::DeviceInfo& info) {
  const auto states = info.type == backend::DeviceType::kCpu
                          ? std::min(info.local_memory, kMostProcessorBytes)
                          : info.local_memory;
  return states / kWord * kWord;
}

/// Of so many bytes, by one launch.
class Fill {
 public:
  Fill(backend::Device& backend, std::uint32_t word, std::size_t times)
      : device_(backend),
        word_(word),
        group_(work_group(backend.info())),
        groups_(backend.info().units_to_fill() * kGroupsPerUnit * times),
        out_(device_.upload(std::vector<std::uint32_t>(groups_, 0))) {}

  void operator()(std::size_t bytes) {
    const auto words = static_cast<std::uint32_t>(bytes / sizeof(word_));
    device_.kernel(kKernel)
        .args(local<std::uint32_t>(words), words, word_, out_)
        .over(groups_ * group_, group_)();
  }

 private:
  static std::size_t work_group(const backend::DeviceInfo& info) {
    return info.largest_work_group == 0 ? kWorkGroup
                                        : std::min(kWorkGroup, info.largest_work_group);
  }

  Device device_;
  std::uint32_t word_;
  std::size_t group_, groups_;
  Buffer<std::uint32_t> out_;
};

std::optional<Error> find_refusal(Fill& fill, std::size_t bytes) {
  try {
    fill(bytes);
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

/// Of all, or of the most that the driver takes.
FilledLocalMemory fill_most(Fill& fill, std::size_t all) {
  const auto refused = find_refusal(fill, all);
  if (!refused) return {all, all};
  if (refused->outcome() != Outcome::kDeviceError && !is_room_error(*refused))
    throw Error(*refused);
  for (std::size_t less = 1; less <= kParts / 2; ++less) {
    const std::size_t bytes = all / kParts * (kParts - less) / kWord * kWord;
    if (find_refusal(fill, bytes)) continue;
    // What it takes now it did not refuse for its size.
    if (!find_refusal(fill, all)) break;
    return {bytes, all, refused->what()};
  }
  throw Error(*refused);
}

using Kind = Site::Kind;
using backend::rounded_up;
using verification::poison_word;

/// Bands are at least so large, and a sixteenth of their buffer: a row of a matrix, or a work-group
/// too many, ends within them. Reading them back is to cost little.
constexpr std::size_t kLeastBand = std::size_t{64} << 10, kMostBand = std::size_t{1} << 20;
constexpr std::size_t kBufferFraction = 16;
/// More names than these tell no more.
constexpr std::size_t kMostNames = 3;

/// So many bytes of a poison, to compare with at once.
constexpr std::size_t kBlock = 4096;

/// The bytes from `begin` on that are not the poison, which `found` was full of.
struct Changed {
  std::size_t first = 0, last = 0, count = 0;  ///< places in `found`
};
Changed changed(std::span<const std::byte> found, std::size_t begin, std::uint32_t word) {
  std::array<std::byte, kBlock> block;
  verification::fill<std::uint32_t>(block, word);
  Changed result;
  for (std::size_t at = begin / kBlock * kBlock; at < found.size(); at += kBlock) {
    const std::size_t size = std::min(kBlock, found.size() - at);
    if (at >= begin && std::memcmp(found.data() + at, block.data(), size) == 0) continue;
    for (std::size_t i = std::max(at, begin); i < at + size; ++i) {
      if (found[i] == block[i - at]) continue;
      if (result.count++ == 0) result.first = i;
      result.last = i;
    }
  }
  return result;
}

}  // namespace

FilledLocalMemory LocalMemoryFiller::fill(std::uint32_t word, int times) {
  tickbench_kernels_tickbench_bands_kernels();
  const std::size_t all = stated_bytes(device_.info());
  if (all == 0) throw Error(Outcome::kUnsupported, "the device states no local memory");
  if (!taken_) require_kernel(device_);
  // In one launch, throughout which a processor's threads may wake. The others have no need of it.
  const bool is_processor = device_.info().type == backend::DeviceType::kCpu;
  Fill fill(device_, word, is_processor ? static_cast<std::size_t>(times) : 1);
  // What it took once it does not refuse for its size.
  if (taken_)
    fill(taken_->bytes);
  else
    taken_ = fill_most(fill, all);
  return *taken_;
}

void GuardedDevice::begin(const Poisoning& poisoning, bool has_bands) {
  poisoning_ = poisoning;
  has_bands_ = has_bands;
  has_poison_ = true;
  buffers_.clear();
  omissions_.clear();
  room_error_.clear();
  shape_.clear();
  has_kernels_ = false;
}

std::optional<Contents> GuardedDevice::contents(std::size_t most_bytes) {
  Contents contents;
  std::size_t bytes = 0;
  for (const auto& guarded : buffers_) {
    if (guarded.life.expired()) continue;
    bytes += guarded.size;
    if (bytes > most_bytes) return std::nullopt;
    std::vector<std::byte> found(guarded.size);
    device().read(*guarded.memory, found);
    const auto words = std::span(found).first(found.size() / kWord * kWord);
    const auto poison = poison_word(poisoning_.at({Kind::kInside, guarded.number}));
    if (!has_poison_ || changed(words, 0, poison).count > 0)
      contents.emplace(guarded.number, std::move(found));
  }
  return contents;
}

/// No part is to be less aligned than a whole allocation, as drivers make it.
std::size_t GuardedDevice::alignment() const {
  return rounded_up(backend::kPage, device().part_alignment());
}

std::unique_ptr<backend::Memory> GuardedDevice::allocate(std::size_t bytes,
                                                         backend::MemoryKind kind) {
  const std::lock_guard lock(allocating_);
  shape_ += fmt::format("{} bytes ", bytes);
  if (has_bands_ && device().part_alignment() == 0)
    omit(fmt::format("no bands around buffers: the back end {} has no parts of an allocation",
                     info().backend));
  const bool is_countable = bytes != 0 && bytes <= std::numeric_limits<std::size_t>::max() / 4;
  if (has_bands_ && device().part_alignment() != 0 && is_countable) {
    try {
      return allocate_between_bands(bytes, kind);
    } catch (const Error& error) {
      if (!is_room_error(error)) throw;
      auto plain = allocate_plain(bytes, kind);
      omit(fmt::format("no bands around a buffer of {} bytes: with them: {}", bytes, error.what()));
      return plain;
    }
  }
  return allocate_plain(bytes, kind);
}

std::unique_ptr<backend::Memory> GuardedDevice::allocate_between_bands(std::size_t bytes,
                                                                       backend::MemoryKind kind) {
  const std::size_t unit = alignment();
  const std::size_t band =
      rounded_up(std::clamp(bytes / kBufferFraction, kLeastBand, kMostBand), unit);
  const std::shared_ptr<backend::Memory> whole =
      device().allocate(band + rounded_up(bytes, unit) + band, kind);
  auto inside = device().part(whole, band, bytes);
  auto& guarded = buffers_.emplace_back(
      Guarded{buffers_.size(), bytes, whole, band, inside.get(), inside->life()});
  poison_whole(whole, guarded, *inside);
  return inside;
}

std::unique_ptr<backend::Memory> GuardedDevice::allocate_plain(std::size_t bytes,
                                                               backend::MemoryKind kind) {
  const bool have_banded = std::ranges::any_of(
      buffers_, [](const Guarded& guarded) { return !guarded.whole.expired(); });
  std::unique_ptr<backend::Memory> memory;
  try {
    memory = device().allocate(bytes, kind);
  } catch (const Error& error) {
    if (is_room_error(error) && have_banded) room_error_ = error.what();
    throw;
  }
  buffers_.push_back(Guarded{buffers_.size(), bytes, {}, 0, memory.get(), memory->life()});
  if (has_poison_) poison(*memory, poisoning_.at({Kind::kInside, buffers_.back().number}));
  return memory;
}

void GuardedDevice::poison(backend::Memory& memory, Poison value) {
  const std::uint32_t word = poison_word(value);
  if (auto* const host = static_cast<std::byte*>(memory.host_pointer()); host != nullptr)
    return verification::fill(std::span(host, memory.size()), word);
  const std::size_t bytes = memory.size() / kWord * kWord;
  if (bytes == 0) return;
  device().queue().fill(memory, std::as_bytes(std::span(&word, 1)), bytes);
  device().queue().finish();
}

void GuardedDevice::poison_whole(const std::shared_ptr<backend::Memory>& whole,
                                 const Guarded& guarded, backend::Memory& inside) {
  const auto at = [&](Kind kind) { return poisoning_.at({kind, guarded.number}); };
  const Poison inside_poison = at(Kind::kInside), before = at(Kind::kBefore),
               after = at(Kind::kAfter);
  if (before == inside_poison && after == inside_poison) return poison(*whole, inside_poison);
  poison(*band_after(whole, guarded).memory, after);
  poison(*device().part(whole, 0, guarded.before), before);
  poison(inside, inside_poison);
}

void GuardedDevice::check(const std::function<void()>& launch, int times) {
  poisons_local_ = times;
  launched_ = 0;
  const struct Ends {
    int& times;
    ~Ends() { times = 0; }
  } ends{poisons_local_};
  if (has_kernels_) poison_local_memory();  // code of the body's own may come first
  is_fresh_ = has_kernels_;
  launch();
}

std::function<void()> GuardedDevice::before_launches() {
  if (!has_poison_) return nullptr;
  return [this] {
    ++launched_;
    ++uses_;
    if (!is_fresh_) poison_local_memory();
    is_fresh_ = false;
  };
}

void GuardedDevice::poison_local_memory() {
  if (poisons_local_ == 0) return;
  try {
    const auto word = poison_word(poisoning_.at({Kind::kLocalMemory}));
    const auto filled = local_memory_.fill(word, poisons_local_);
    if (filled.bytes < filled.asked)
      omit(fmt::format("local memory is poisoned to {} of {} bytes: {}", filled.bytes, filled.asked,
                       filled.why_not));
  } catch (const Error& error) {
    if (error.outcome() != Outcome::kUnsupported && !is_room_error(error)) throw;
    omit(fmt::format("local memory is not poisoned: {}", error.what()));
  }
}

void GuardedDevice::note_arguments(const backend::Kernel& kernel,
                                   std::span<const backend::Argument> arguments) {
  has_kernels_ = true;
  shape_ += kernel.name();
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto& argument = arguments[i];
    const auto found = number(argument.memory);
    shape_ += fmt::format(" {}", found.value_or(argument.size));
    if (argument.kind == backend::Argument::Kind::kValue)
      shape_.append(reinterpret_cast<const char*>(argument.value.data()), argument.size);
    if (!found) continue;
    auto& uses = buffers_[*found].uses;
    const auto name = kernel.argument_name(i);
    const auto use = fmt::format("argument {}{} of the kernel '{}'", i,
                                 name.empty() ? "" : fmt::format(" '{}'", name), kernel.name());
    if (std::ranges::find(uses, use) == uses.end()) uses.push_back(use);
  }
}

std::optional<std::string> GuardedDevice::written_around(const Guarded& guarded) {
  const auto whole = guarded.whole.lock();
  if (whole == nullptr) return std::nullopt;
  const auto word = [&](Kind kind) { return poison_word(poisoning_.at({kind, guarded.number})); };

  std::vector<std::byte> found(guarded.before);
  device().read(*device().part(whole, 0, found.size()), found);
  const auto before = changed(found, 0, word(Kind::kBefore));

  const auto [memory, skipped] = band_after(whole, guarded);
  found.resize(memory->size());
  device().read(*memory, found);
  const auto after = changed(found, skipped, word(Kind::kAfter));
  if (before.count == 0 && after.count == 0) return std::nullopt;
  require_poison(whole, guarded);

  std::vector<std::string> places;
  if (after.count > 0)
    places.push_back(fmt::format("{} bytes after its end, the first at offset {}", after.count,
                                 guarded.size + after.first - skipped));
  if (before.count > 0)
    places.push_back(fmt::format("{} bytes before its beginning, the nearest at offset -{}",
                                 before.count, guarded.before - before.last));
  return fmt::format("a write outside of {}: {}", buffer_name(guarded),
                     fmt::join(places, ", and "));
}

/// A device that executes nothing writes neither poison nor anything else.
void GuardedDevice::require_poison(const std::shared_ptr<backend::Memory>& whole,
                                   const Guarded& guarded) {
  const auto band = device().part(whole, 0, guarded.before);
  const Poison value = poisoning_.at({Kind::kBefore, guarded.number});
  poison(*band, value);
  std::vector<std::byte> found(guarded.before);
  device().read(*band, found);
  if (const auto wrong = changed(found, 0, poison_word(value)); wrong.count > 0)
    throw Error(Outcome::kDeviceError,
                fmt::format("the device executes nothing, or not what it is told: it was to fill "
                            "{} bytes with poison, and {} of them are something else",
                            found.size(), wrong.count));
}

std::string GuardedDevice::buffer_name(const Guarded& guarded) const {
  auto names = guarded.uses;
  if (names.size() > kMostNames) names.resize(kMostNames);
  return fmt::format("{} ({} bytes)",
                     names.empty() ? fmt::format("buffer {} of the body", guarded.number)
                                   : fmt::format("{}", fmt::join(names, " and ")),
                     guarded.size);
}

std::vector<Site> GuardedDevice::sites() const {
  std::vector<Site> sites{{Kind::kOutput}, {Kind::kLocalMemory}};
  for (const auto& guarded : buffers_) {
    sites.push_back({Kind::kInside, guarded.number});
    if (guarded.before == 0) continue;
    sites.push_back({Kind::kAfter, guarded.number});
    sites.push_back({Kind::kBefore, guarded.number});
  }
  return sites;
}

std::string GuardedDevice::describe(const Site& site) const {
  static constexpr std::array<std::string_view, 5> kPlaces{
      // by Kind
      "what the output held before the launch (a kernel that also reads what it writes takes "
      "inout, not out)",
      "local memory that was never written", "memory that was never written: in ",
      "memory before the beginning of ", "memory after the end of "};
  std::string place(kPlaces.at(static_cast<std::size_t>(site.kind)));
  if (site.kind < Kind::kInside) return place;
  return place + (site.buffer < buffers_.size() ? buffer_name(buffers_[site.buffer]) : "a buffer");
}

}  // namespace tickbench::bands
