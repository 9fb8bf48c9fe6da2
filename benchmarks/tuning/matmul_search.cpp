// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Each of some tiles as a benchmark of its own, `matmul_tile/NAME/n`: those that the search tries,
// or those that a test checks.
#include "tuning/matmul_search.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <tickbench/tickbench.hpp>
#include <vector>

#include "suite/matmul_tile.hpp"

namespace {

/// Integers from 1 to `most`.
std::vector<float> small_integers(std::size_t n, std::uint32_t most) {
  const auto drawn = tickbench::random<std::uint32_t>(n);
  std::vector<float> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<float>(drawn[i] % most + 1);
  return values;
}

/// Row i, column j: left[i] factor right[j].
std::vector<float> outer_product(const std::vector<float>& left, float factor,
                                 const std::vector<float>& right) {
  std::vector<float> values;
  values.reserve(left.size() * right.size());
  for (const float of_row : left)
    for (const float of_column : right) values.push_back(of_row * factor * of_column);
  return values;
}

void multiply(tickbench::State& state, std::string_view name) {
  const auto n = state.size();
  const auto tile = suite::matmul_tile(name);
  auto& device = state.device();
  if (tile.work_items > device.info().largest_work_group)
    state.skip("the device has no work-groups of " + std::to_string(tile.work_items));
  // The product is known without computing it: a[i, k] = u[i] v[k] and b[k, j] = w[k] t[j]. No sum
  // is above 2^24, so each is exact.
  const auto u = small_integers(n, 13), v = small_integers(n, 3);
  const auto w = small_integers(n, 3), t = small_integers(n, 13);
  auto a_d = device.upload(outer_product(u, 1, v));
  auto b_d = device.upload(outer_product(w, 1, t));
  auto out_d = device.allocate<float>(n * n);
  const auto matmul = tile.launch(device, a_d, b_d, out_d, n);

  state.axis("n", n).reads(a_d, b_d).writes(out_d).flops(2 * n * n * n);
  state.expect([&](std::span<float> out) {
    const float sum = std::inner_product(v.begin(), v.end(), w.begin(), 0.0F);
    const auto expected = outer_product(u, sum, t);
    std::copy(expected.begin(), expected.end(), out.begin());
  });
  state.verify(matmul, tickbench::out(out_d), tickbench::exact());
  state.measure(matmul);
}

[[maybe_unused]] const bool kRegistered = [] {
  for (const auto name : suite::searched_matmul_tiles()) {
    auto* const registration =
        tickbench::register_benchmark("matmul_tile/" + std::string(name),
                                      [name](tickbench::State& state) { multiply(state, name); });
    for (const auto n : suite::searched_matmul_sizes()) registration->Arg(n);
  }
  return true;
}();

}  // namespace
