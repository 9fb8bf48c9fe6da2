// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Accelerations of n bodies by all of them: from global memory, and through local memory.
#include "reference/kernels/n_body.hpp"

#include <cmath>
#include <string>
#include <tickbench/tickbench.hpp>
#include <utility>

#include "suite/shape.hpp"
#include "suite/sizes.hpp"

namespace {

constexpr std::size_t kFloats = 4;  // of a body: place and mass
// Of a pair, as this field counts: 3 differences, 6 for the square, 2 for the inverse root, 3 for
// the force, 6 for the sums.
constexpr std::size_t kFlops = 20;
constexpr std::size_t kWorkGroup = 64;  // where a work-item has one body

/// No pull is more than T = 2 / (3 sqrt(3) softening^2), at a distance of softening / sqrt(2), by a
/// mass below 1. Each is computed with 22 roundings at most: 4 of the square, half of which are the
/// root's, whose own error OpenCL limits to 2 ulps, in the third power, and 4 for products. They
/// may all go one way, and on both sides. The sum of n pulls is that of n products of terms below
/// sqrt(T).
tickbench::Tolerance bound(std::size_t n) {
  constexpr double kUnitRoundoff = 0x1p-24, kRoundings = 22;
  constexpr double kSoftening = reference::kSoftening;
  const double largest = 2 / (3 * std::sqrt(3.0) * kSoftening * kSoftening);
  const double of_pulls = 2 * kRoundings * kUnitRoundoff * largest * static_cast<double>(n);
  return tickbench::absolute(of_pulls + tickbench::dot_product(n, std::sqrt(largest)).absolute);
}

/// `over(shape, n)`: the work-items of the launch, and those of a group.
template <class Over>
void measure(tickbench::State& state, const std::string& kernel, const Over& over) {
  const auto n = state.size();
  const auto bodies = tickbench::random<float>(kFloats * n);

  auto& device = state.device();
  const auto shape = suite::shape_of("n_body", device.info());
  auto bodies_d = device.upload(bodies);
  auto out_d = device.allocate<float>(kFloats * n);
  const auto [global, local] = over(shape, n);
  const auto n_body = device.kernel(kernel, shape.variant())
                          .args(bodies_d, out_d, suite::count_of(n))
                          .over(global, local);

  state.axis("n", n).reads(bodies_d).writes(out_d).flops(kFlops * n * n).items(n * n);
  state.reference(tickbench::tbb,
                  [&](std::span<float> out) { reference::tbb::n_body(bodies, out); });
  state.reference(tickbench::serial,
                  [&](std::span<float> out) { reference::serial::n_body(bodies, out); });
  state.verify(n_body, tickbench::out(out_d), bound(n));
  state.measure(n_body);
}

using Sizes = std::pair<std::size_t, std::size_t>;

void NBody(tickbench::State& state) {
  measure(state, "n_body", [](const suite::Shape&, std::size_t n) {
    return Sizes(suite::groups_over(n, kWorkGroup) * kWorkGroup, kWorkGroup);
  });
}
TICKBENCH(NBody)->Apply(suite::bodies);

void NBodyTiled(tickbench::State& state) {
  measure(state, "n_body_tiled", [](const suite::Shape& shape, std::size_t n) {
    return Sizes(suite::groups_over(n, shape.tile()) * shape.width, shape.width);
  });
}
TICKBENCH(NBodyTiled)->Apply(suite::bodies);

}  // namespace
