// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The sum of n values of a type, in two launches that are measured as one.
#include "reference/kernels/reduction.hpp"

#include <tickbench/tickbench.hpp>
#include <type_traits>

#include "suite/shape.hpp"
#include "suite/sizes.hpp"
#include "suite/terms.hpp"

namespace {

constexpr std::size_t kValues = 4;  // of a float4, a double4

template <class T>
void Reduction(tickbench::State& state) {
  const auto n = state.size();
  const auto x = suite::shifted(tickbench::random<T>(n), suite::mean_of_terms(n));

  auto& device = state.device();
  const auto shape = suite::shape_of("reduction", device.info());
  const auto groups = suite::groups_in_flight(n, shape, kValues, device.info());
  const auto variant = shape.variant(std::is_same_v<T, double> ? "double" : "");
  auto x_d = device.upload(x);
  auto partial_d = device.allocate<T>(groups);
  auto sum_d = device.allocate<T>(1);
  auto reduction = device.kernel("reduction", variant)
                       .args(x_d, partial_d, suite::count_of(n))
                       .over(groups * shape.width, shape.width);
  auto last = device.kernel("reduction_last", variant)
                  .args(partial_d, sum_d, suite::count_of(groups))
                  .over(shape.width, shape.width);

  state.reads(x_d).writes(sum_d).flops(n).items(n);
  state.reference(tickbench::tbb, [&](std::span<T> out) { out[0] = reference::tbb::sum(x); });
  state.reference(tickbench::serial, [&](std::span<T> out) { out[0] = reference::serial::sum(x); });
  state.verify(reduction, last, tickbench::out(sum_d), tickbench::sum_of(x));
  state.measure(reduction, last);
}
TICKBENCH_TYPES(Reduction, float, double)
    ->Apply(suite::axis_of_vectors)
    ->FormerId("reduction/{n}", [](const tickbench::Combination& at) {
      return at.axis<std::string>("type") == "float";
    });

}  // namespace
