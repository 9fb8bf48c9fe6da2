// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/matmul_kernel.hpp"

namespace reference {

namespace {
// The compilers' vector types.
template <int kBytes>
struct Vector;
template <>
struct Vector<16> {
  typedef float Type __attribute__((vector_size(16)));
};
template <>
struct Vector<32> {
  typedef float Type __attribute__((vector_size(32)));
};
template <>
struct Vector<64> {
  typedef float Type __attribute__((vector_size(64)));
};

/// One at any address.
template <class Register>
struct [[gnu::packed, gnu::may_alias]] Unaligned {
  Register value;
};

/// Inlined into functions for different processors: it must not be compiled on its own.
template <int kBytes, std::size_t kRows, std::size_t kVectors>
[[gnu::always_inline]] inline void multiply(std::size_t depth, const float* a, const float* b,
                                            float* out, std::size_t stride, bool add) {
  using Register = typename Vector<kBytes>::Type;
  using Place = Unaligned<Register>;
  constexpr std::size_t kLanes = kBytes / sizeof(float);
  // Unrolled in full, every sum has a register of its own; an index that varies would keep them in
  // memory.
  Register sums[kRows][kVectors] = {};
  for (std::size_t k = 0; k < depth; ++k) {
    Register row_of_b[kVectors];
#pragma GCC unroll 16
    for (std::size_t v = 0; v < kVectors; ++v)
      row_of_b[v] = reinterpret_cast<const Place*>(b + v * kLanes)->value;
#pragma GCC unroll 16
    for (std::size_t i = 0; i < kRows; ++i)
#pragma GCC unroll 16
      for (std::size_t v = 0; v < kVectors; ++v) sums[i][v] += a[i] * row_of_b[v];
    a += kRows;
    b += kVectors * kLanes;
  }
#pragma GCC unroll 16
  for (std::size_t i = 0; i < kRows; ++i)
#pragma GCC unroll 16
    for (std::size_t v = 0; v < kVectors; ++v) {
      auto* const to = reinterpret_cast<Place*>(out + i * stride + v * kLanes);
      to->value = add ? to->value + sums[i][v] : sums[i][v];
    }
}

// The sizes fill each register file with sums, less what one step of a and b needs.
void multiply_16(std::size_t depth, const float* a, const float* b, float* out, std::size_t stride,
                 bool add) {
  multiply<16, 4, 2>(depth, a, b, out, stride, add);
}
#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] void multiply_32(std::size_t depth, const float* a, const float* b,
                                             float* out, std::size_t stride, bool add) {
  multiply<32, 6, 2>(depth, a, b, out, stride, add);
}
[[gnu::target("avx512f")]] void multiply_64(std::size_t depth, const float* a, const float* b,
                                            float* out, std::size_t stride, bool add) {
  multiply<64, 12, 2>(depth, a, b, out, stride, add);
}
#endif
}  // namespace

std::vector<MatmulKernel> matmul_kernels() {
  std::vector<MatmulKernel> kernels;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) kernels.push_back({12, 32, multiply_64});
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    kernels.push_back({6, 16, multiply_32});
#endif
  kernels.push_back({4, 8, multiply_16});
  return kernels;
}

}  // namespace reference
