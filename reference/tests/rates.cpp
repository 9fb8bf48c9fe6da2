// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Prints what the references reach on this machine: the table of reference/kernels/README.md.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <random>
#include <span>
#include <vector>

#include "reference/kernels/copy.hpp"
#include "reference/kernels/fft.hpp"
#include "reference/kernels/histogram.hpp"
#include "reference/kernels/matmul.hpp"
#include "reference/kernels/n_body.hpp"
#include "reference/kernels/prefix_sum.hpp"
#include "reference/kernels/reduction.hpp"
#include "reference/kernels/saxpy.hpp"
#include "reference/kernels/stencil.hpp"
#include "reference/kernels/stream.hpp"
#include "reference/kernels/transpose.hpp"
#include "reference/tests/inputs.hpp"

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

void print_matrix_products() {
  for (const std::size_t n : {32U, 128U, 512U, 1024U, 2048U}) {
    const std::vector<float> a(n * n, 0.5F), b(n * n, 0.25F);
    std::vector<float> out(n * n);
    const auto size = static_cast<double>(n);
    print_row(
        "matmul", n, "GFLOP/s", 2 * size * size * size,
        [&] { reference::serial::matmul(n, a, b, out); },
        [&] { reference::tbb::matmul(n, a, b, out); });
  }
}

void print_vectors(std::size_t n) {
  const std::vector<float> x(n, 1), y(n, 2);
  std::vector<float> out(n);
  const auto bytes = static_cast<double>(n * sizeof(float));
  print_row(
      "saxpy", n, "GB/s", 3 * bytes, [&] { reference::serial::saxpy(2, x, y, out); },
      [&] { reference::tbb::saxpy(2, x, y, out); });
  print_row(
      "copy", n, "GB/s", 2 * bytes, [&] { reference::serial::copy(x, out); },
      [&] { reference::tbb::copy(x, out); });
  print_row(
      "stream_triad", n, "GB/s", 3 * bytes, [&] { reference::serial::stream_triad(2, x, y, out); },
      [&] { reference::tbb::stream_triad(2, x, y, out); });
  print_row(
      "stream_dot", n, "GB/s", 2 * bytes, [&] { out[0] = reference::serial::dot(x, y); },
      [&] { out[0] = reference::tbb::dot(x, y); });
  print_row(
      "reduction", n, "GB/s", bytes, [&] { out[0] = reference::serial::sum(x); },
      [&] { out[0] = reference::tbb::sum(x); });
}

void print_integers(std::size_t n) {
  std::mt19937 random(1);
  std::vector<std::uint32_t> x(n), out(n), bins(reference::kHistogramBins);
  for (auto& value : x) value = static_cast<std::uint32_t>(random());
  const auto bytes = static_cast<double>(n * sizeof(std::uint32_t));
  print_row(
      "prefix_sum", n, "GB/s", 2 * bytes, [&] { reference::serial::prefix_sum(x, out); },
      [&] { reference::tbb::prefix_sum(x, out); });
  print_row(
      "histogram", n, "GB/s", bytes, [&] { reference::serial::histogram(x, bins); },
      [&] { reference::tbb::histogram(x, bins); });
}

void print_matrices(std::size_t n) {
  const auto in = reference::testing::uniform(n * n, 1);
  std::vector<float> out(n * n);
  const auto bytes = static_cast<double>(2 * n * n * sizeof(float));
  print_row(
      "transpose", n, "GB/s", bytes, [&] { reference::serial::transpose(n, in, out); },
      [&] { reference::tbb::transpose(n, in, out); });
  print_row(
      "stencil", n, "GB/s", bytes, [&] { reference::serial::stencil(n, in, out); },
      [&] { reference::tbb::stencil(n, in, out); });
}

void print_arithmetic() {
  const std::size_t bodies = 4096, length = 1024, transforms = 1024;
  const auto in = reference::testing::uniform(2 * length * transforms, 1);
  std::vector<float> out(in.size());
  const std::span<const float> places(in.data(), 4 * bodies);
  print_row(
      "n_body", bodies, "GFLOP/s", 20.0 * bodies * bodies,
      [&] { reference::serial::n_body(places, out); },
      [&] { reference::tbb::n_body(places, out); });
  print_row(
      "fft1024", transforms, "GFLOP/s", 5.0 * 10 * length * transforms,
      [&] { reference::serial::fft(length, in, out); },
      [&] { reference::tbb::fft(length, in, out); });
}
}  // namespace

int main() {
  std::printf("| kernel and n | serial | TBB | unit |\n|---|---|---|---|\n");
  print_matrix_products();
  for (const std::size_t n : {std::size_t{1} << 14, std::size_t{1} << 20, std::size_t{1} << 26})
    print_vectors(n);
  for (const std::size_t n : {std::size_t{1} << 20, std::size_t{1} << 24}) print_integers(n);
  for (const std::size_t n : {1024U, 4096U}) print_matrices(n);
  print_arithmetic();
  return 0;
}
