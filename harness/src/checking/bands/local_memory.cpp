// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "bands/local_memory.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "tickbench/device.hpp"
#include "tickbench/error.hpp"

// Named here so that a linker keeps the embedded kernels.
extern "C" void tickbench_kernels_tickbench_bands_kernels();

namespace tickbench::bands {
namespace {

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

bool may_be_too_much(const Error& error) {
  return error.outcome() == Outcome::kDeviceError || error.outcome() == Outcome::kOverLimit ||
         error.outcome() == Outcome::kOutOfMemory;
}

template <class Fill>
std::optional<Error> find_refusal(Fill& fill, std::size_t bytes) {
  try {
    fill(bytes);
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
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
  return states / sizeof(std::uint32_t) * sizeof(std::uint32_t);
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

/// Of all, or of the most that the driver takes.
FilledLocalMemory fill_most(Fill& fill, std::size_t all) {
  const auto refused = find_refusal(fill, all);
  if (!refused) return {all, all};
  if (!may_be_too_much(*refused)) throw Error(*refused);
  for (std::size_t less = 1; less <= kParts / 2; ++less) {
    const std::size_t bytes =
        all / kParts * (kParts - less) / sizeof(std::uint32_t) * sizeof(std::uint32_t);
    if (find_refusal(fill, bytes)) continue;
    // What it takes now it did not refuse for its size.
    if (!find_refusal(fill, all)) break;
    return {bytes, all, refused->what()};
  }
  throw Error(*refused);
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

}  // namespace tickbench::bands
