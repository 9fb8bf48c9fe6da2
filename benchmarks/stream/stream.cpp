// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// What STREAM and BabelStream measure, over n floats: scale, add, triad and dot. Their copy is the
// benchmark `copy`.
#include "reference/kernels/stream.hpp"

#include <cmath>
#include <tickbench/tickbench.hpp>
#include <vector>

#include "reference/kernels/reduction.hpp"
#include "suite/shape.hpp"
#include "suite/sizes.hpp"
#include "suite/terms.hpp"

namespace {

// A power of two: a*x is exact, so that x + a*y is rounded once, fused or not.
constexpr float kA = 0.5F;
constexpr std::size_t kFloats = 4;  // of a float4

/// Of an elementwise kernel over n floats.
tickbench::Extent work_items(std::size_t n, const suite::Shape& shape) {
  return suite::groups_over(n, kFloats * shape.tile()) * shape.width;
}

void StreamScale(tickbench::State& state) {
  const auto n = state.size();
  // Not a power of two: one rounding on both sides all the same.
  constexpr float kScale = 0.4F;
  const auto x = tickbench::random<float>(n);

  auto& device = state.device();
  const auto shape = suite::shape_of("stream", device.info());
  auto x_d = device.upload(x);
  auto y_d = device.allocate<float>(n);
  auto scale = device.kernel("stream_scale", shape.variant())
                   .args(kScale, x_d, y_d, suite::count_of(n))
                   .over(work_items(n, shape), shape.width);

  state.axis("n", n).reads(x_d).writes(y_d).flops(n).items(n);
  state.reference(tickbench::tbb,
                  [&](std::span<float> out) { reference::tbb::stream_scale(kScale, x, out); });
  state.reference(tickbench::serial,
                  [&](std::span<float> out) { reference::serial::stream_scale(kScale, x, out); });
  state.verify(scale, tickbench::out(y_d), tickbench::exact());
  state.measure(scale);
}
TICKBENCH(StreamScale)->Apply(suite::vectors);

void StreamAdd(tickbench::State& state) {
  const auto n = state.size();
  const auto x = tickbench::random<float>(n), y = tickbench::random<float>(n);

  auto& device = state.device();
  const auto shape = suite::shape_of("stream", device.info());
  auto x_d = device.upload(x), y_d = device.upload(y);
  auto z_d = device.allocate<float>(n);
  auto add = device.kernel("stream_add", shape.variant())
                 .args(x_d, y_d, z_d, suite::count_of(n))
                 .over(work_items(n, shape), shape.width);

  state.axis("n", n).reads(x_d, y_d).writes(z_d).flops(n).items(n);
  state.reference(tickbench::tbb,
                  [&](std::span<float> out) { reference::tbb::stream_add(x, y, out); });
  state.reference(tickbench::serial,
                  [&](std::span<float> out) { reference::serial::stream_add(x, y, out); });
  state.verify(add, tickbench::out(z_d), tickbench::exact());
  state.measure(add);
}
TICKBENCH(StreamAdd)->Apply(suite::vectors);

void StreamTriad(tickbench::State& state) {
  const auto n = state.size();
  const auto x = tickbench::random<float>(n), y = tickbench::random<float>(n);

  auto& device = state.device();
  const auto shape = suite::shape_of("stream", device.info());
  auto x_d = device.upload(x), y_d = device.upload(y);
  auto z_d = device.allocate<float>(n);
  auto triad = device.kernel("stream_triad", shape.variant())
                   .args(kA, x_d, y_d, z_d, suite::count_of(n))
                   .over(work_items(n, shape), shape.width);

  state.axis("n", n).reads(x_d, y_d).writes(z_d).flops(2 * n).items(n);
  state.reference(tickbench::tbb,
                  [&](std::span<float> out) { reference::tbb::stream_triad(kA, x, y, out); });
  state.reference(tickbench::serial,
                  [&](std::span<float> out) { reference::serial::stream_triad(kA, x, y, out); });
  state.verify(triad, tickbench::out(z_d), tickbench::exact());
  state.measure(triad);
}
TICKBENCH(StreamTriad)->Apply(suite::vectors);

/// The bound of a sum of these terms, and beside it the roundings of the terms themselves: 8 u
/// sqrt(2 (sum of their squares)), by the same inequality.
tickbench::Tolerance sum_of_products(std::span<const float> products) {
  constexpr double kLambda = 8, kUnitRoundoff = 0x1p-24;
  double squares = 0;
  for (const double term : products) squares += term * term;
  return tickbench::absolute(tickbench::sum_of(products).absolute +
                             kLambda * kUnitRoundoff * std::sqrt(2 * squares));
}

void StreamDot(tickbench::State& state) {
  const auto n = state.size();
  // The mean of products is that of either factor squared.
  const double mean = std::sqrt(suite::mean_of_terms(n));
  const auto x = suite::shifted(tickbench::random<float>(n), mean);
  const auto y = suite::shifted(tickbench::random<float>(n), mean);
  std::vector<float> products(n);
  for (std::size_t i = 0; i < n; ++i) products[i] = x[i] * y[i];

  auto& device = state.device();
  const auto shape = suite::shape_of("reduction", device.info());
  const auto groups = suite::groups_in_flight(n, shape, kFloats, device.info());
  auto x_d = device.upload(x), y_d = device.upload(y);
  auto partial_d = device.allocate<float>(groups);
  auto dot_d = device.allocate<float>(1);
  auto dot = device.kernel("stream_dot", shape.variant())
                 .args(x_d, y_d, partial_d, suite::count_of(n))
                 .over(groups * shape.width, shape.width);
  auto last = device.kernel("reduction_last", shape.variant())
                  .args(partial_d, dot_d, suite::count_of(groups))
                  .over(shape.width, shape.width);

  state.axis("n", n).reads(x_d, y_d).writes(dot_d).flops(2 * n).items(n);
  state.reference(tickbench::tbb,
                  [&](std::span<float> out) { out[0] = reference::tbb::dot(x, y); });
  state.reference(tickbench::serial,
                  [&](std::span<float> out) { out[0] = reference::serial::dot(x, y); });
  state.verify(dot, last, tickbench::out(dot_d), sum_of_products(products));
  state.measure(dot, last);
}
TICKBENCH(StreamDot)->Apply(suite::vectors);

}  // namespace
