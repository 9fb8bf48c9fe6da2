// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tickbench/device.hpp"
#include "tickbench/error.hpp"
#include "tickbench/peak.hpp"
#include "tickbench/timed_queue.hpp"

namespace tickbench::peak {

/// What the update kernel runs on.
struct UpdateArrays {
  Buffer<float> x, y;
  Launch update;
};

/// The floats of so many bytes that make whole work-groups, no more than one launch may have, and
/// of which the device has room for two arrays.
std::size_t update_floats_in(std::uint64_t bytes, const backend::DeviceInfo& device);

/// What the multiply-add kernel runs on.
struct MultiplyAdd {
  MultiplyAdd(Device& device, std::size_t work_items)
      : out(device.allocate<float>(work_items)),
        launch(
            device.kernel(kMultiplyAddKernel).args(out, 1.0F, 1.0F).over(work_items, kWorkGroup)) {}
  double flops() const { return static_cast<double>(kMultiplyAddFlops * out.size()); }
  Buffer<float> out;
  Launch launch;
};

/// A device whose caches are not what it states: no processor, and of more than 8 GiB.
bool is_large(const backend::DeviceInfo& device);

/// What is measured to help the reader may be missing where it does not fit, or its time is
/// refused. A device that fails is another matter, perhaps seen nowhere else.
bool may_be_missing(const Error& error);

/// Two arrays of so many floats, all of whose pages are written to: pages that nothing was written
/// to may all be one, and in the cache. `floats` is of update_floats_in.
UpdateArrays update_arrays(Device& device, std::size_t floats);

/// Far above every clock's step, and long enough for a processor to raise its clock.
inline constexpr Seconds kBracket{0.02};

/// The shortest time of one launch among several brackets, some tenths of a second in all. Nothing
/// where no bracket gave a plausible time.
std::optional<Seconds> shortest_launch(TimedQueue& queue, const Work& work, HostClock& host,
                                       Seconds of_bracket = kBracket);

}  // namespace tickbench::peak
