// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Inclusive prefix sums of n integers, modulo 2^32: in three launches that are measured as one, and
// in one pass.
#include "reference/kernels/prefix_sum.hpp"

#include <tickbench/tickbench.hpp>
#include <vector>

#include "suite/shape.hpp"
#include "suite/sizes.hpp"

namespace {

constexpr std::size_t kIntegers = 4;  // of a uint4
using Integers = std::vector<std::uint32_t>;

void declare(tickbench::State& state, const Integers& x,
             const tickbench::Buffer<std::uint32_t>& x_d,
             const tickbench::Buffer<std::uint32_t>& y_d) {
  // What any way has to move: three launches read x twice.
  state.axis("n", x.size()).reads(x_d).writes(y_d).items(x.size());
  state.reference(tickbench::tbb,
                  [&](std::span<std::uint32_t> out) { reference::tbb::prefix_sum(x, out); });
  state.reference(tickbench::serial,
                  [&](std::span<std::uint32_t> out) { reference::serial::prefix_sum(x, out); });
}

void PrefixSum(tickbench::State& state) {
  const auto n = state.size();
  const auto x = tickbench::random<std::uint32_t>(n);

  auto& device = state.device();
  const auto shape = suite::shape_of("prefix_sum", device.info());
  const std::size_t tiles = suite::groups_over(n, kIntegers * shape.tile());
  auto x_d = device.upload(x);
  auto y_d = device.allocate<std::uint32_t>(n);
  auto sums_d = device.allocate<std::uint32_t>(tiles);
  auto sums = device.kernel("prefix_sum_tiles", shape.variant())
                  .args(x_d, sums_d, suite::count_of(n))
                  .over(tiles * shape.width, shape.width);
  auto before = device.kernel("prefix_sum_before", shape.variant())
                    .args(sums_d, suite::count_of(tiles))
                    .over(shape.width, shape.width);
  auto within = device.kernel("prefix_sum_within", shape.variant())
                    .args(x_d, sums_d, y_d, suite::count_of(n))
                    .over(tiles * shape.width, shape.width);

  declare(state, x, x_d, y_d);
  state.verify(sums, before, within, tickbench::out(y_d), tickbench::exact());
  state.measure(sums, before, within);
}
TICKBENCH(PrefixSum)->Apply(suite::vectors);

void PrefixSumOnePass(tickbench::State& state) {
  const auto n = state.size();
  const auto x = tickbench::random<std::uint32_t>(n);

  auto& device = state.device();
  const auto shape = suite::shape_of("prefix_sum", device.info());
  const std::size_t tiles = suite::groups_over(n, kIntegers * shape.tile());
  const std::size_t words = 1 + 2 * tiles;
  auto x_d = device.upload(x);
  auto y_d = device.allocate<std::uint32_t>(n);
  auto told_d = device.allocate<std::uint32_t>(words);
  auto clear = device.kernel("prefix_sum_clear", shape.variant())
                   .args(told_d, suite::count_of(words))
                   .over(suite::groups_over(words, shape.width) * shape.width, shape.width);
  auto one_pass = device.kernel("prefix_sum_one_pass", shape.variant())
                      .args(x_d, told_d, y_d, suite::count_of(n))
                      .over(tiles * shape.width, shape.width);

  declare(state, x, x_d, y_d);
  state.verify(clear, one_pass, tickbench::out(y_d), tickbench::exact());
  state.measure(clear, one_pass);
}
TICKBENCH(PrefixSumOnePass)->Apply(suite::vectors);

}  // namespace
