// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <tickbench/tickbench.hpp>

// y <- 2 x over n elements, then the sums of 64 of y each: two kernels as one launch, with two
// outputs.
template <class T>
void ScaleAndSum(tickbench::State& state) {
  const auto n = state.size();
  const auto x = tickbench::random<T>(n);

  auto& device = state.device();
  auto x_d = device.upload(x);
  auto y_d = device.allocate<T>(n);
  auto sums_d = device.allocate<T>(n / 64);
  auto scale = device.kernel("scale").args(T{2}, x_d, y_d).over(n);
  auto sum = device.kernel("sum_of_64").args(y_d, sums_d).over(n / 64);

  state.reads(x_d, y_d).writes(y_d, sums_d).flops(2 * n);
  state.reference(tickbench::serial, [&](std::span<T> y, std::span<T> sums) {
    for (std::size_t i = 0; i < n; ++i) y[i] = 2 * x[i];
    for (std::size_t i = 0; i < n / 64; ++i) {
      sums[i] = 0;
      for (std::size_t k = 0; k < 64; ++k) sums[i] += y[64 * i + k];
    }
  });
  // 2 x is exact. Sums are of 64 terms in [-2, 2), in any order.
  const auto of_sums = tickbench::dot_product(64, 1.5, tickbench::element_type<T>());
  state.verify(scale, sum, tickbench::out(y_d), tickbench::out(sums_d, of_sums),
               tickbench::exact());
  state.measure(scale, sum);
}
TICKBENCH_TYPES(ScaleAndSum, float, double)  // with its kernels' variant
    ->Axis("n", {1 << 16})
    ->ComparedTo("type:float");  // what double precision costs
