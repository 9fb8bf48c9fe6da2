// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <tickbench/tickbench.hpp>

struct Vectors : tickbench::Fixture {
  void SetUp(tickbench::State& state) override {
    auto& device = state.device();
    x_d.emplace(device.upload(x = tickbench::random<float>(kSize)));
    y_d.emplace(device.upload(y = tickbench::random<float>(kSize)));
    first_d.emplace(device.upload(y));
    state.items(kSize).reads(*x_d, *y_d).writes(*y_d);
    state.expect([this](std::span<float> out) {
      for (std::size_t i = 0; i < kSize; ++i) out[i] = 2.0F * x[i] + y[i];
    });
  }
  tickbench::Launch sum(tickbench::Device& device) {
    return device.kernel("scaled_sum").args(2.0F, *x_d, *y_d).over(kSize, 256);
  }

  static constexpr std::size_t kSize = 1 << 16;
  std::vector<float> x, y;
  std::optional<tickbench::Buffer<float>> x_d, y_d, first_d;
};

// nvbench: state.exec(nvbench::exec_tag::sync, ...)
TICKBENCH_DEFINE_F(Vectors, Sync)(tickbench::State& state) {
  const auto launch = sum(state.device());
  state.verify(launch, tickbench::inout(*y_d), tickbench::exact());  // 2 x is exact: one rounding
  state.measure(tickbench::waits, [&](CUstream_st*) { launch(); });  // it waits for its end
}
TICKBENCH_REGISTER_F(Vectors, Sync)->Backends({"cuda"});

// nvbench: state.exec(nvbench::exec_tag::timer, ...)
TICKBENCH_DEFINE_F(Vectors, Timer)(tickbench::State& state) {
  const auto launch = sum(state.device());
  state.verify(launch, tickbench::inout(*y_d), tickbench::exact());
  state.measure(launch).after(state.device().copy(*y_d, *first_d));
}
TICKBENCH_REGISTER_F(Vectors, Timer)->Backends({"cuda"});
