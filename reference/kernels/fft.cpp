// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/fft.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "reference/kernels/in_parts.hpp"
#include "reference/kernels/multiversion.hpp"

namespace reference {
namespace {

// Of complex numbers, for a thread.
constexpr std::size_t kGrain = 8192;

struct Complex {
  float re, im;
};
Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
Complex by_minus_i(Complex a) { return {a.im, -a.re}; }

/// A step of Stockham's transform in fours: `stride` transforms of `length` numbers each, whose
/// numbers stand in turn, become four times as many of a quarter. The inner loop is over
/// neighbours.
REFERENCE_MULTIVERSION
void step_of_four(std::size_t length, std::size_t stride, const Complex* __restrict roots,
                  const Complex* __restrict x, Complex* __restrict y) {
  const std::size_t quarter = length / 4;
  for (std::size_t p = 0; p < quarter; ++p) {
    const Complex one = roots[p * stride], two = roots[2 * p * stride],
                  three = roots[3 * p * stride];
    for (std::size_t q = 0; q < stride; ++q) {
      const Complex a = x[q + stride * p], b = x[q + stride * (p + quarter)],
                    c = x[q + stride * (p + 2 * quarter)], d = x[q + stride * (p + 3 * quarter)];
      const Complex even = a + c, odd = a - c, sum = b + d, turned = by_minus_i(b - d);
      Complex* const to = y + q + stride * 4 * p;
      to[0] = even + sum;
      to[stride] = one * (odd + turned);
      to[2 * stride] = two * (even - sum);
      to[3 * stride] = three * (odd - turned);
    }
  }
}

/// The last step where the length is no power of four.
void step_of_two(std::size_t stride, const Complex* x, Complex* y) {
  for (std::size_t q = 0; q < stride; ++q) {
    const Complex a = x[q], b = x[q + stride];
    y[q] = a + b;
    y[q + stride] = a - b;
  }
}

struct Plan {
  std::vector<Complex> roots, here, there;
};

void transform(std::size_t length, Plan& plan, const Complex* in, Complex* out) {
  Complex *from = plan.here.data(), *to = plan.there.data();
  std::copy_n(in, length, from);
  std::size_t left = length, stride = 1;
  for (; left >= 4; left /= 4, stride *= 4) {
    step_of_four(left, stride, plan.roots.data(), from, to);
    std::swap(from, to);
  }
  if (left == 2) {
    step_of_two(stride, from, to);
    std::swap(from, to);
  }
  std::copy_n(from, length, out);
}

void transform_some(std::size_t length, std::span<const float> in, std::span<float> out,
                    std::size_t begin, std::size_t count) {
  // Kept by each thread: sines cost more than a transform.
  static thread_local Plan plan;
  if (plan.roots.size() != length) {
    const auto roots = roots_of_unity(length);
    plan.roots.resize(length);
    for (std::size_t k = 0; k < length; ++k) plan.roots[k] = {roots[2 * k], roots[2 * k + 1]};
    plan.here.resize(length);
    plan.there.resize(length);
  }
  const auto* const from = reinterpret_cast<const Complex*>(in.data());
  auto* const to = reinterpret_cast<Complex*>(out.data());
  for (std::size_t i = begin; i < begin + count; ++i)
    transform(length, plan, from + i * length, to + i * length);
}

}  // namespace

std::vector<float> roots_of_unity(std::size_t length) {
  std::vector<float> roots(2 * length);
  for (std::size_t k = 0; k < length; ++k) {
    const double angle =
        -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(length);
    roots[2 * k] = static_cast<float>(std::cos(angle));
    roots[2 * k + 1] = static_cast<float>(std::sin(angle));
  }
  return roots;
}

namespace serial {
void fft(std::size_t length, std::span<const float> in, std::span<float> out) {
  transform_some(length, in, out, 0, in.size() / (2 * length));
}
}  // namespace serial

namespace tbb {
void fft(std::size_t length, std::span<const float> in, std::span<float> out) {
  in_parts(
      in.size() / (2 * length),
      [=](std::size_t begin, std::size_t count) { transform_some(length, in, out, begin, count); },
      std::max<std::size_t>(kGrain / length, 1));
}
}  // namespace tbb

}  // namespace reference
