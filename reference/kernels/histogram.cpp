// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/histogram.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <array>

#include "reference/kernels/in_parts.hpp"

namespace reference {
namespace {

using Bins = std::array<std::uint32_t, kHistogramBins>;

// Four tables in turn: the same bin twice in a row would wait for its own store.
constexpr std::size_t kTables = 4;

void add(Bins& to, const Bins& bins) {
  for (std::size_t bin = 0; bin < kHistogramBins; ++bin) to[bin] += bins[bin];
}

Bins count(const std::uint32_t* x, std::size_t n) {
  std::array<Bins, kTables> tables{};
  std::size_t i = 0;
  for (; i + kTables <= n; i += kTables)
    for (std::size_t table = 0; table < kTables; ++table) ++tables[table][x[i + table] >> 24];
  for (; i < n; ++i) ++tables[0][x[i] >> 24];
  for (std::size_t table = 1; table < kTables; ++table) add(tables[0], tables[table]);
  return tables[0];
}

}  // namespace

namespace serial {
void histogram(std::span<const std::uint32_t> x, std::span<std::uint32_t> bins) {
  std::ranges::copy(count(x.data(), x.size()), bins.begin());
}
}  // namespace serial

namespace tbb {
void histogram(std::span<const std::uint32_t> x, std::span<std::uint32_t> bins) {
  using Range = ::tbb::blocked_range<std::size_t>;
  const Bins all = ::tbb::parallel_reduce(
      Range(0, x.size(), kVectorGrain), Bins{},
      [=](const Range& range, Bins sum) {
        add(sum, count(x.data() + range.begin(), range.size()));
        return sum;
      },
      [](Bins a, const Bins& b) {
        add(a, b);
        return a;
      });
  std::ranges::copy(all, bins.begin());
}
}  // namespace tbb

}  // namespace reference
