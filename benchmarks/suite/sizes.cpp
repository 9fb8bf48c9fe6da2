// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/sizes.hpp"

namespace suite {
namespace {

// The last one is above 2^31 bytes of floats, and odd.
constexpr std::initializer_list<int> kVectors{1 << 16, 1 << 20, 1 << 24,
                                              1 << 26, 1 << 28, (1 << 29) + 1};
// The last one is above 2^31 bytes.
constexpr std::initializer_list<int> kMatrices{256, 1024, 4096, 8192, 16384, 23171};

}  // namespace

void vectors(tickbench::Registration* registration) {
  for (const int n : kVectors) registration->Arg(n);
  registration->LargeFrom(1 << 24);
}

void axis_of_vectors(tickbench::Registration* registration) {
  registration->Axis("n", kVectors)->LargeFrom(1 << 24);
}

void matrices(tickbench::Registration* registration) {
  for (const int n : kMatrices) registration->Arg(n);
  registration->LargeFrom(4096);
}

void axis_of_matrices(tickbench::Registration* registration) {
  registration->Axis("n", kMatrices)->LargeFrom(4096);
}

void products(tickbench::Registration* registration) {
  registration->RangeMultiplier(2)->Range(32, 4096)->LargeFrom(1024);
}

void samples(tickbench::Registration* registration) { vectors(registration); }

void rows(tickbench::Registration* registration) {
  registration->Arg(1 << 12)->Arg(1 << 16);
  registration->Arg(1 << 18)->Arg(1 << 20)->Arg(1 << 22)->LargeFrom(1 << 18);
  // Sixteen entries a row: their values alone are above 2^31 bytes.
  registration->Arg((1 << 25) + (1 << 22) + 1);
}

void bodies(tickbench::Registration* registration) {
  registration->Arg(1 << 10)->Arg(1 << 12)->Arg(1 << 14)->Arg(1 << 16)->LargeFrom(1 << 12);
}

void transforms(tickbench::Registration* registration) {
  registration->Arg(1 << 6)->Arg(1 << 10);
  // The last one is above 2^31 bytes where a transform has 1024 numbers.
  registration->Arg(1 << 14)->Arg(1 << 16)->Arg((1 << 18) + 1)->LargeFrom(1 << 14);
}

}  // namespace suite
