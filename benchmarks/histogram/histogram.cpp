// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// How many of n integers are in each of 256 bins: counted in local memory, and by atomic operations
// on global memory. Of integers that are spread evenly, and of those that crowd in few bins.
#include "reference/kernels/histogram.hpp"

#include <tickbench/tickbench.hpp>
#include <vector>

#include "suite/shape.hpp"
#include "suite/sizes.hpp"

namespace {

constexpr std::size_t kIntegers = 4;  // of a uint4
constexpr std::size_t kBins = reference::kHistogramBins;
constexpr std::size_t kWorkGroup = 256;  // where a work-item counts one integer

enum class Spread { kEven, kCrowded };

std::vector<std::uint32_t> integers(std::size_t n, Spread spread) {
  auto x = tickbench::random<std::uint32_t>(n);
  if (spread == Spread::kEven) return x;
  // Each bit is set in one of eight: a third of all integers is in the first bin.
  const auto y = tickbench::random<std::uint32_t>(n), z = tickbench::random<std::uint32_t>(n);
  for (std::size_t i = 0; i < n; ++i) x[i] &= y[i] & z[i];
  return x;
}

/// The launches that count: `count(x, bins)` of the integers in x, after the bins were cleared.
template <class Count>
void measure(tickbench::State& state, Spread spread, const Count& count) {
  const auto n = state.size();
  const auto x = integers(n, spread);

  auto& device = state.device();
  const auto shape = suite::shape_of("histogram", device.info());
  auto x_d = device.upload(x);
  auto bins_d = device.allocate<std::uint32_t>(kBins);
  const auto clear =
      device.kernel("histogram_clear", shape.variant()).args(bins_d).over(kBins, kBins);
  const tickbench::Launch histogram = count(device, shape, x_d, bins_d);

  state.axis("n", n).reads(x_d).writes(bins_d).items(n);
  state.reference(tickbench::tbb,
                  [&](std::span<std::uint32_t> out) { reference::tbb::histogram(x, out); });
  state.reference(tickbench::serial,
                  [&](std::span<std::uint32_t> out) { reference::serial::histogram(x, out); });
  state.verify(clear, histogram, tickbench::out(bins_d), tickbench::exact());
  state.measure(clear, histogram);
}

using Integers = tickbench::Buffer<std::uint32_t>;

tickbench::Launch count_in_local_memory(tickbench::Device& device, const suite::Shape& shape,
                                        const Integers& x, const Integers& bins) {
  const auto groups = suite::groups_in_flight(x.size(), shape, kIntegers, device.info());
  return device.kernel("histogram", shape.variant())
      .args(x, bins, suite::count_of(x.size()))
      .over(groups * shape.width, shape.width);
}

tickbench::Launch count_in_global_memory(tickbench::Device& device, const suite::Shape& shape,
                                         const Integers& x, const Integers& bins) {
  return device.kernel("histogram_global", shape.variant())
      .args(x, bins, suite::count_of(x.size()))
      .over(suite::groups_over(x.size(), kWorkGroup) * kWorkGroup, kWorkGroup);
}

void Histogram(tickbench::State& state) { measure(state, Spread::kEven, count_in_local_memory); }
TICKBENCH(Histogram)->Apply(suite::samples);

void HistogramCrowded(tickbench::State& state) {
  measure(state, Spread::kCrowded, count_in_local_memory);
}
TICKBENCH(HistogramCrowded)->Apply(suite::samples);

void HistogramGlobal(tickbench::State& state) {
  measure(state, Spread::kEven, count_in_global_memory);
}
TICKBENCH(HistogramGlobal)->Apply(suite::samples);

}  // namespace
