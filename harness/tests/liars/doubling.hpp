// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <tickbench/tickbench.hpp>
#include <vector>

namespace cheats {

constexpr std::size_t kN = 1 << 14;
constexpr float kA = 2.0F;

/// y <- 2 x, and the honest launch.
struct Doubling {
  explicit Doubling(tickbench::State& of)
      : state(of),
        device(of.device()),
        x(tickbench::random<float>(kN)),
        x_d(device.upload(x)),
        y_d(device.allocate<float>(kN)) {}
  void expect() {
    state.expect([this](std::span<float> out) { compute(out); });
  }
  void compute(std::span<float> out) const {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = kA * x[i];
  }
  std::vector<float> computed() const {
    std::vector<float> values(kN);
    compute(values);
    return values;
  }
  tickbench::Launch launch(float a = kA, std::size_t n = kN) {
    return device.kernel("scale").args(a, x_d, y_d).over(n);
  }
  tickbench::Launch in_place(float a, std::size_t n = kN) {
    return device.kernel("scale").args(a, y_d, y_d).over(n);
  }
  tickbench::Launch idle() { return device.kernel("elsewhere").args(other_d()).over(kN); }
  void verify_and_measure(const tickbench::Launch& launch,
                          const tickbench::Tolerance& tolerance = tickbench::exact()) {
    state.verify(launch, tickbench::out(y_d), tolerance);
    state.measure(launch);
  }

  tickbench::State& state;
  tickbench::Device& device;
  std::vector<float> x;
  tickbench::Buffer<float> x_d, y_d;

 private:
  tickbench::Buffer<float>& other_d() {
    if (!other_) other_.emplace(device.allocate<float>(kN));
    return *other_;
  }
  std::optional<tickbench::Buffer<float>> other_;
};

}  // namespace cheats
