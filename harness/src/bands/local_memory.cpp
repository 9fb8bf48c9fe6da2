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
constexpr std::size_t kGroupsOfUnit = 64;
/// A driver that refuses all of it is asked for a part less of so many, then for two less, down to
/// half: NVIDIA's OpenCL keeps some of what it states for itself.
constexpr std::size_t kParts = 48;
/// A processor's is ordinary memory of any size: kernels use its beginning.
constexpr std::uint64_t kMostOfProcessor = std::uint64_t{64} << 10;

constexpr const char* kKernel = "tickbench_fill_local_memory";

bool may_be_too_much(const Error& error) {
  return error.outcome() == Outcome::kDeviceError || error.outcome() == Outcome::kOverLimit ||
         error.outcome() == Outcome::kOutOfMemory;
}

template <class Fill>
std::optional<Error> refusal_of(const Fill& fill, std::size_t bytes) {
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

}  // namespace

FilledLocalMemory fill_local_memory(backend::Device& backend, std::uint32_t word) {
  tickbench_kernels_tickbench_bands_kernels();
  const auto& info = backend.info();
  const auto states = info.type == backend::DeviceType::kCpu
                          ? std::min(info.local_memory, kMostOfProcessor)
                          : info.local_memory;
  const std::size_t all = states / sizeof(word) * sizeof(word);
  if (all == 0) throw Error(Outcome::kUnsupported, "the device states no local memory");
  const std::size_t group =
      info.largest_work_group == 0 ? kWorkGroup : std::min(kWorkGroup, info.largest_work_group);
  const std::size_t units = static_cast<std::size_t>(std::max(info.compute_units, 1));
  const std::size_t groups = units * kGroupsOfUnit;
  require_kernel(backend);
  Device device(backend);
  const auto out = device.upload(std::vector<std::uint32_t>(groups, 0));
  const auto fill = [&](std::size_t bytes) {
    const auto words = static_cast<std::uint32_t>(bytes / sizeof(word));
    device.kernel(kKernel)
        .args(local<std::uint32_t>(words), words, word, out)
        .over(groups * group, group)();
  };
  const auto refused = refusal_of(fill, all);
  if (!refused) return {all, all};
  if (!may_be_too_much(*refused)) throw Error(*refused);
  for (std::size_t less = 1; less <= kParts / 2; ++less) {
    const std::size_t bytes = all / kParts * (kParts - less) / sizeof(word) * sizeof(word);
    if (refusal_of(fill, bytes)) continue;
    // What it takes now it did not refuse for its size.
    if (!refusal_of(fill, all)) break;
    return {bytes, all, refused->what()};
  }
  throw Error(*refused);
}

}  // namespace tickbench::bands
