// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Measures a call of a library that takes a stream: cuBLAS, as it is, on a stream of the program's
// own. However many kernels a call launches, its device time is that of all of them.
#include "raw_cuda.hpp"
#include "tickbench/tickbench.hpp"

/// The calls of cuBLAS that this example makes. A program of yours includes cublas_v2.h and links
/// libcublas; these are declared and loaded by hand, so that the example builds on every machine.
class CuBlas {
 public:
  explicit CuBlas(CUstream_st* stream) {
    require(find<int(void**)>("cublasCreate_v2")(&handle_), "cublasCreate");
    require(find<int(void*, CUstream_st*)>("cublasSetStream_v2")(handle_, stream),
            "cublasSetStream");
  }
  ~CuBlas() { find<int(void*)>("cublasDestroy_v2")(handle_); }
  CuBlas(const CuBlas&) = delete;
  CuBlas& operator=(const CuBlas&) = delete;

  /// c <- a b for n x n matrices in columns.
  void sgemm(int n, const CudaFloats& a, const CudaFloats& b, const CudaFloats& c) const {
    const float one = 1, zero = 0;
    require(sgemm_(handle_, 0, 0, n, n, n, &one, a.address, n, b.address, n, &zero, c.address, n),
            "cublasSgemm");
  }

  /// Null where cuBLAS is not installed.
  static void* library() {
    static void* const kLibrary = [] {
      for (const char* name : {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11"})
        if (void* const found = ::dlopen(name, RTLD_NOW | RTLD_LOCAL)) return found;
      return static_cast<void*>(nullptr);
    }();
    return kLibrary;
  }

 private:
  template <class Function>
  static Function* find(const char* name) {
    void* const found = ::dlsym(library(), name);
    if (found == nullptr) throw std::runtime_error(std::string(name) + ": no such function");
    return reinterpret_cast<Function*>(found);
  }
  static void require(int status, const char* call) {
    if (status != 0) throw std::runtime_error(std::string(call) + ": " + std::to_string(status));
  }

  using Address = CudaDriver::Address;
  using Sgemm = int(void*, int, int, int, int, int, const float*, Address, int, Address, int,
                    const float*, Address, int);
  void* handle_ = nullptr;
  Sgemm* sgemm_ = find<Sgemm>("cublasSgemm_v2");
};

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
  state.measure(*queue, enqueue);
}
TICKBENCH(Sgemm)->RangeMultiplier(2)->Range(1024, 4096)->Backends({"cuda"});
