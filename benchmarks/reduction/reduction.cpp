// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The sum of n floats, in two launches that are measured as one.
#include "reference/kernels/reduction.hpp"

#include <tickbench/tickbench.hpp>

#include "suite/shape.hpp"
#include "suite/sizes.hpp"
#include "suite/terms.hpp"

namespace {

constexpr std::size_t kFloats = 4;  // of a float4

void Reduction(tickbench::State& state) {
  const auto n = state.size();
  const auto x = suite::shifted(tickbench::random<float>(n), suite::mean_of_terms(n));

  auto& device = state.device();
  const auto shape = suite::shape_of("reduction", device.info());
  const auto groups = suite::groups_in_flight(n, shape, kFloats, device.info());
  auto x_d = device.upload(x);
  auto partial_d = device.allocate<float>(groups);
  auto sum_d = device.allocate<float>(1);
  auto reduction = device.kernel("reduction", shape.variant())
                       .args(x_d, partial_d, suite::count_of(n))
                       .over(groups * shape.width, shape.width);
  auto last = device.kernel("reduction_last", shape.variant())
                  .args(partial_d, sum_d, suite::count_of(groups))
                  .over(shape.width, shape.width);

  state.axis("n", n).reads(x_d).writes(sum_d).flops(n).items(n);
  state.reference(tickbench::tbb, [&](std::span<float> out) { out[0] = reference::tbb::sum(x); });
  state.reference(tickbench::serial,
                  [&](std::span<float> out) { out[0] = reference::serial::sum(x); });
  state.verify(reduction, last, tickbench::out(sum_d), tickbench::sum_of(x));
  state.measure(reduction, last);
}
TICKBENCH(Reduction)->Apply(suite::vectors);

}  // namespace
