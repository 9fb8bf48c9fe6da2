// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "statistics/noise_floor.hpp"

namespace tickbench {
namespace {

/// Below this the half-width is itself too noisy to compare.
constexpr std::size_t kFewestSamples = 100;

}  // namespace

void NoiseFloor::look(std::size_t count, double half_width) {
  const bool has_stalled = last_ && count >= kFewestSamples && half_width >= *last_;
  stalled_ = has_stalled ? stalled_ + 1 : 0;
  last_ = half_width;
}

}  // namespace tickbench
