// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The same product as matmul_tuned, by NVIDIA's own library: what there is to reach on CUDA.
#include <string>
#include <tickbench/tickbench.hpp>

#include "harness/examples/raw_cublas.hpp"
#include "reference/kernels/matmul.hpp"

namespace {

void MatmulCublas(tickbench::State& state) {
  const auto& device = state.device().info();
  if (device.vendor != "NVIDIA")
    state.skip("cuBLAS works with NVIDIA's own driver, and " + device.name + " has another one");
  if (CuBlas::library() == nullptr) state.skip("cuBLAS is not here: no libcublas.so.11 to .13");

  const auto n = state.size();
  const auto a = tickbench::random<float>(n * n), b = tickbench::random<float>(n * n);
  const CudaStream stream(std::stoi(device.index));
  const CudaFloats a_d(stream, n * n), b_d(stream, n * n), out_d(stream, n * n);
  a_d.write(a.data());
  b_d.write(b.data());
  const CuBlas blas(stream.stream);
  // In columns, as cuBLAS has its matrices, rows are those of the transposed: out^T = b^T a^T.
  const auto enqueue = [&] { blas.sgemm(static_cast<int>(n), b_d, a_d, out_d); };

  state.axis("n", n).flops(2 * n * n * n).items(n * n);
  state.reads(a_d.bytes + b_d.bytes).writes(out_d.bytes);
  state.reference(tickbench::tbb,
                  [&](std::span<float> out) { reference::tbb::matmul(n, a, b, out); });
  const tickbench::Output out{tickbench::element_type<float>(), n * n, false,
                              [&](std::span<std::byte> to) { out_d.read(to.data()); },
                              [&](std::span<const std::byte> from) { out_d.write(from.data()); }};
  state.verify(
      [&] {
        enqueue();
        stream.synchronize();
      },
      out, tickbench::dot_product(n));  // of terms below 1
  const auto queue = tickbench::cuda::timed_queue(stream.stream);
  state.measure(*queue, enqueue);
}
TICKBENCH(MatmulCublas)->RangeMultiplier(2)->Range(32, 4096)->LargeFrom(1024)->Backends({"cuda"});

}  // namespace
