// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Prints what the references reach on this machine: the table of reference/kernels/README.md.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <vector>

#include "reference/kernels/copy.hpp"
#include "reference/kernels/matmul.hpp"
#include "reference/kernels/saxpy.hpp"

namespace {
constexpr int kTries = 7;

/// Giga-units a second of the best of some tries, in memory that is touched.
double best_rate(double units, const std::function<void()>& run) {
  using Clock = std::chrono::steady_clock;
  run();
  double shortest = 1e9;
  for (int i = 0; i < kTries; ++i) {
    const auto begin = Clock::now();
    run();
    shortest = std::min(shortest, std::chrono::duration<double>(Clock::now() - begin).count());
  }
  return units / shortest * 1e-9;
}

void print_row(const char* name, std::size_t n, const char* unit, double units,
               const std::function<void()>& by_serial, const std::function<void()>& by_tbb) {
  std::printf("| %s %zu | %.0f | %.0f | %s |\n", name, n, best_rate(units, by_serial),
              best_rate(units, by_tbb), unit);
}
}  // namespace

int main() {
  std::printf("| kernel and n | serial | TBB | unit |\n|---|---|---|---|\n");
  for (const std::size_t n : {32U, 128U, 512U, 1024U, 2048U}) {
    const std::vector<float> a(n * n, 0.5F), b(n * n, 0.25F);
    std::vector<float> out(n * n);
    const auto size = static_cast<double>(n);
    print_row(
        "matmul", n, "GFLOP/s", 2 * size * size * size,
        [&] { reference::serial::matmul(n, a, b, out); },
        [&] { reference::tbb::matmul(n, a, b, out); });
  }
  for (const std::size_t n : {std::size_t{1} << 14, std::size_t{1} << 20, std::size_t{1} << 26}) {
    const std::vector<float> x(n, 1), y(n, 2);
    std::vector<float> out(n);
    const auto bytes = static_cast<double>(n * sizeof(float));
    print_row(
        "saxpy", n, "GB/s", 3 * bytes, [&] { reference::serial::saxpy(2, x, y, out); },
        [&] { reference::tbb::saxpy(2, x, y, out); });
    print_row(
        "copy", n, "GB/s", 2 * bytes, [&] { reference::serial::copy(x, out); },
        [&] { reference::tbb::copy(x, out); });
  }
  return 0;
}
