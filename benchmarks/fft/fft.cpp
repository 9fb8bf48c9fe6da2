// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fourier transforms of 256 and of 1024 complex numbers, many at a time: each in local memory.
#include "reference/kernels/fft.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <tickbench/tickbench.hpp>

#include "suite/shape.hpp"
#include "suite/sizes.hpp"

namespace {

/// An output of inputs of mean zero is about as large as the norm of the input. Each step, counted
/// as of two numbers, has up to 6 roundings of what makes one output. As errors of mean zero those
/// of log2(length) steps add up to the square root of that, on both sides, hence the 2. The 8 is
/// for the worst of many outputs. The roots are the same floats on both sides: fft_test checks
/// them.
tickbench::Tolerance bound(std::size_t length, std::span<const float> in) {
  constexpr double kLambda = 8, kRoundings = 6, kUnitRoundoff = 0x1p-24;
  double longest = 0;
  for (std::size_t first = 0; first < in.size(); first += 2 * length) {
    double squares = 0;
    for (const double part : in.subspan(first, 2 * length)) squares += part * part;
    longest = std::max(longest, squares);
  }
  const double steps = std::log2(static_cast<double>(length));
  return tickbench::absolute(kLambda * kRoundings * kUnitRoundoff * std::sqrt(2 * steps) *
                             std::sqrt(longest));
}

void measure(tickbench::State& state, const std::string& kernels) {
  const auto transforms = state.size();
  auto& device = state.device();
  const auto shape = suite::shape_of(kernels, device.info());
  const std::size_t length = shape.width, quarter = length / 4;
  const auto in = tickbench::random<float>(2 * length * transforms);
  const auto roots = reference::roots_of_unity(length);

  auto in_d = device.upload(in), roots_d = device.upload(roots);
  auto out_d = device.allocate<float>(in.size());
  const auto fft = device.kernel("fft", shape.variant())
                       .args(in_d, roots_d, out_d, suite::count_of(transforms))
                       .over({quarter * suite::groups_over(transforms, shape.items), shape.items},
                             {quarter, shape.items});

  const double points = static_cast<double>(length * transforms);
  state.axis("transforms", transforms).reads(in_d).writes(out_d);
  // As this field counts, whatever the steps are.
  state.flops(5 * points * std::log2(static_cast<double>(length))).items(transforms);
  state.reference(tickbench::tbb,
                  [&](std::span<float> out) { reference::tbb::fft(length, in, out); });
  state.reference(tickbench::serial,
                  [&](std::span<float> out) { reference::serial::fft(length, in, out); });
  state.verify(fft, tickbench::out(out_d), bound(length, in));
  state.measure(fft);
}

void Fft256(tickbench::State& state) { measure(state, "fft256"); }
TICKBENCH(Fft256)->Apply(suite::transforms);

void Fft1024(tickbench::State& state) { measure(state, "fft1024"); }
TICKBENCH(Fft1024)->Apply(suite::transforms);

}  // namespace
