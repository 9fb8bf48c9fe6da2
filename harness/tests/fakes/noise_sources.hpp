// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>

namespace tickbench::fakes {

/// Gives a factor around 1 at every call. All are deterministic: one seed, one series.
using NoiseSource = std::function<double()>;

inline NoiseSource normal_noise(std::uint64_t seed, double sigma) {
  return [random = std::mt19937_64(seed),
          normal = std::normal_distribution<double>(1, sigma)]() mutable { return normal(random); };
}

/// Median 1, skewed to the right, as launches that are interrupted are.
inline NoiseSource lognormal_noise(std::uint64_t seed, double sigma) {
  return [random = std::mt19937_64(seed), lognormal = std::lognormal_distribution<double>(
                                              0, sigma)]() mutable { return lognormal(random); };
}

/// First-order autoregressive: each value remembers rho of the last one's deviation.
inline NoiseSource correlated_noise(std::uint64_t seed, double sigma, double rho) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  const double first = normal(random);
  return [=, state = first]() mutable {
    state = rho * state + std::sqrt(1 - rho * rho) * normal(random);
    return 1 + sigma * state;
  };
}

/// With `chance` a burst begins: `length` values in a row are `factor` times as long.
inline NoiseSource bursts(std::uint64_t seed, double chance, int length, double factor) {
  return [=, random = std::mt19937_64(seed), uniform = std::uniform_real_distribution<double>(),
          left = 0]() mutable {
    if (left == 0 && uniform(random) < chance) left = length;
    if (left == 0) return 1.0;
    --left;
    return factor;
  };
}

/// Grows by `slope` of itself at every call.
inline NoiseSource drift(double slope) {
  return [=, factor = 1.0]() mutable { return factor *= 1 + slope; };
}

/// `factor` for the first `count` values, as before compilation is done and clocks have risen.
inline NoiseSource slow_start(int count, double factor) {
  return [=, left = count]() mutable { return left > 0 ? (--left, factor) : 1.0; };
}

inline NoiseSource product(const NoiseSource& first, const NoiseSource& second) {
  return [=]() { return first() * second(); };
}

}  // namespace tickbench::fakes
