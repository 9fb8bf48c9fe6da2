// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "reference/kernels/n_body.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "reference/kernels/in_parts.hpp"
#include "reference/kernels/multiversion.hpp"

namespace reference {
namespace {

// Bodies that are accelerated side by side: two vectors of 512 bits.
constexpr std::size_t kLanes = 32;
// Of them, for a thread.
constexpr std::size_t kGrain = 1;

struct Lanes {
  float x[kLanes], y[kLanes], z[kLanes];
};

/// A vector of bodies by each of n bodies in turn.
REFERENCE_MULTIVERSION
void accelerate(const float* bodies, std::size_t n, const Lanes& places, Lanes& sums) {
  for (std::size_t other = 0; other < n; ++other) {
    const float* const body = bodies + 4 * other;
    const float x = body[0], y = body[1], z = body[2], mass = body[3];
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const float to_x = x - places.x[lane], to_y = y - places.y[lane], to_z = z - places.z[lane];
      const float squared = to_x * to_x + to_y * to_y + to_z * to_z + kSoftening * kSoftening;
      const float force = mass / (squared * std::sqrt(squared));
      sums.x[lane] += force * to_x;
      sums.y[lane] += force * to_y;
      sums.z[lane] += force * to_z;
    }
  }
}

/// The vectors from `begin` on. Lanes behind the last body repeat it, and are not written.
void accelerate_vectors(std::span<const float> bodies, std::span<float> out, std::size_t begin,
                        std::size_t count) {
  const std::size_t n = bodies.size() / 4;
  for (std::size_t first = begin * kLanes; first < std::min(n, (begin + count) * kLanes);
       first += kLanes) {
    Lanes places, sums{};
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const float* const body = bodies.data() + 4 * std::min(first + lane, n - 1);
      places.x[lane] = body[0];
      places.y[lane] = body[1];
      places.z[lane] = body[2];
    }
    accelerate(bodies.data(), n, places, sums);
    for (std::size_t lane = 0; lane < std::min(kLanes, n - first); ++lane) {
      float* const to = out.data() + 4 * (first + lane);
      to[0] = sums.x[lane];
      to[1] = sums.y[lane];
      to[2] = sums.z[lane];
      to[3] = 0;
    }
  }
}

std::size_t vectors(std::span<const float> bodies) {
  return (bodies.size() / 4 + kLanes - 1) / kLanes;
}

}  // namespace

namespace serial {
void n_body(std::span<const float> bodies, std::span<float> out) {
  accelerate_vectors(bodies, out, 0, vectors(bodies));
}
}  // namespace serial

namespace tbb {
void n_body(std::span<const float> bodies, std::span<float> out) {
  in_parts(
      vectors(bodies),
      [=](std::size_t begin, std::size_t count) { accelerate_vectors(bodies, out, begin, count); },
      kGrain);
}
}  // namespace tbb

}  // namespace reference
