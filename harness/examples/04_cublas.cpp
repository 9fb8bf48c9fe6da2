// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Measures a call of a library that takes a stream: cuBLAS, as it is, on a stream of the program's
// own. However many kernels a call launches, its device time is that of all of them.
#include "raw_cublas.hpp"
#include "tickbench/tickbench.hpp"

// c <- a b. The product is known without computing it: a[i, k] = u[i] v[k] and b[k, j] = w[k] t[j],
// small integers all, so that every sum is exact.
void Sgemm(tickbench::State& state) {
  const auto& device = state.device().info();
  if (device.vendor != "NVIDIA")
    state.skip("cuBLAS works with NVIDIA's own driver, and " + device.name + " has another one");
  if (CuBlas::library() == nullptr) state.skip("cuBLAS is not installed (libcublas.so.11 to .13)");

  const auto n = static_cast<std::size_t>(state.range(0));
  const auto u = [](std::size_t i) { return static_cast<float>(i % 5 + 1); };
  const auto v = [](std::size_t k) { return static_cast<float>(k % 3); };
  const auto w = [](std::size_t k) { return static_cast<float>(k % 2 + 1); };
  const auto t = [](std::size_t j) { return static_cast<float>(j % 7 + 1); };
  std::vector<float> a(n * n), b(n * n);
  for (std::size_t column = 0; column < n; ++column)
    for (std::size_t row = 0; row < n; ++row) {
      a[column * n + row] = u(row) * v(column);
      b[column * n + row] = w(row) * t(column);
    }

  const CudaStream program;
  const CudaFloats a_d(program, n * n), b_d(program, n * n), c_d(program, n * n);
  a_d.write(a.data());
  b_d.write(b.data());
  const CuBlas blas(program.stream);
  const auto enqueue = [&] { blas.sgemm(static_cast<int>(n), a_d, b_d, c_d); };

  const double bytes = static_cast<double>(a_d.bytes), size = static_cast<double>(n);
  state.reads(2 * bytes).writes(bytes).flops(2 * size * size * size);  // a, b; c
  state.expect([&](std::span<float> out) {
    float sum = 0;
    for (std::size_t k = 0; k < n; ++k) sum += v(k) * w(k);
    for (std::size_t column = 0; column < n; ++column)
      for (std::size_t row = 0; row < n; ++row) out[column * n + row] = u(row) * sum * t(column);
  });
  const auto read = [&](std::span<std::byte> to) { c_d.read(to.data()); };
  const auto write = [&](std::span<const std::byte> from) { c_d.write(from.data()); };
  const tickbench::Output c{tickbench::element_type<float>(), n * n, false, read, write};
  state.verify(
      [&] {
        enqueue();
        program.synchronize();
      },
      c, tickbench::exact());
  const auto queue = tickbench::cuda::timed_queue(program.stream);
  state.measure(*queue, tickbench::async, enqueue);  // it returns before the product is there
}
TICKBENCH(Sgemm)->RangeMultiplier(2)->Range(1024, 4096)->Backends({"cuda"});
