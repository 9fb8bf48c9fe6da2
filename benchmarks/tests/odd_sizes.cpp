// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// In the place of the suite's sizes: one, primes, and those beside the sizes of work-groups, of
// tiles and of vectors. This is a program of its own, which checks and does not measure.
#include "suite/sizes.hpp"

namespace suite {

// The last one has more tiles than a work-group of a processor's shape takes at a time.
constexpr std::initializer_list<int> kVectors{1,    2,    255,  257,  1023, 1025,
                                              4095, 4097, 4099, 8191, 8193, 600011};

void vectors(tickbench::Registration* registration) {
  for (const int n : kVectors) registration->Arg(n);
}

void axis_of_vectors(tickbench::Registration* registration) { registration->Axis("n", kVectors); }

void matrices(tickbench::Registration* registration) {
  for (const int n : {1, 15, 17, 31, 33, 127, 128, 257}) registration->Arg(n);
}

void axis_of_matrices(tickbench::Registration* registration) {
  registration->Axis("n", {1, 15, 17, 31, 33, 127, 128, 257});
}

void products(tickbench::Registration* registration) {
  // Tiles of processors divide 64, those of GPUs 128. 36, 80 and 132 are whole vectors that none
  // divides.
  for (const int n : {1, 3, 31, 33, 36, 63, 64, 65, 80, 127, 128, 129, 131, 132})
    registration->Arg(n);
}

void samples(tickbench::Registration* registration) {
  for (const int n : {255, 257, 1023, 1025, 65537}) registration->Arg(n);
}

void rows(tickbench::Registration* registration) {
  for (const int n : {1, 31, 63, 65, 257, 4099}) registration->Arg(n);
}

void bodies(tickbench::Registration* registration) {
  for (const int n : {2, 63, 65, 127, 257, 511, 513}) registration->Arg(n);
}

void transforms(tickbench::Registration* registration) {
  for (const int n : {1, 3, 5, 17}) registration->Arg(n);
}

}  // namespace suite
