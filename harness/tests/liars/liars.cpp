// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Each of these benchmarks would show a number that is none. Their names say how.
#include <tickbench/tickbench.hpp>

namespace {

using tickbench::State;

constexpr std::size_t kN = 1 << 14;
constexpr float kA = 2.0F;

/// y <- 2 x, checked.
struct Scale {
  explicit Scale(State& of)
      : state(of),
        device(of.device()),
        x(tickbench::random<float>(kN)),
        x_d(device.upload(x)),
        y_d(device.allocate<float>(kN)),
        other_d(device.allocate<float>(kN)) {
    state.expect([this](std::span<float> out) {
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = kA * x[i];
    });
  }
  tickbench::Launch over(std::size_t n) {
    return device.kernel("scale").args(kA, x_d, y_d).over(n);
  }
  tickbench::Launch from_before() {
    return device.kernel("scale_from_before").args(kA, x_d, y_d).over(kN);
  }
  void verify(const tickbench::Launch& launch) {
    state.verify(launch, tickbench::out(y_d), tickbench::exact());
  }

  State& state;
  tickbench::Device& device;
  std::vector<float> x;
  tickbench::Buffer<float> x_d, y_d, other_d;
};

void Honest(State& state) {
  Scale scale(state);
  const auto launch = scale.over(kN);
  state.reads(scale.x_d).writes(scale.y_d).flops(kN);
  scale.verify(launch);
  state.measure(launch);
}
TICKBENCH(Honest);

void FlagInABuffer(State& state) {
  Scale scale(state);
  auto launches_d = scale.device.upload(std::vector<int>(kN, 0));
  const auto launch =
      scale.device.kernel("scale_at_first").args(kA, scale.x_d, scale.y_d, launches_d).over(kN);
  scale.verify(launch);
  state.measure(launch);
}
TICKBENCH(FlagInABuffer);

void FlagOnTheHost(State& state) {
  Scale scale(state);
  const auto launch = scale.over(kN);
  const auto idle = scale.device.kernel("elsewhere").args(scale.other_d).over(kN);
  int launches = 0;
  tickbench::Work work = launch.work();
  work.enqueue = [&] { (launches++ < 3 ? launch : idle).work().enqueue(); };
  const tickbench::Launch at_first(launch.queue(), work);
  scale.verify(at_first);
  state.measure(at_first);
}
TICKBENCH(FlagOnTheHost);

void AnotherKernel(State& state) {
  Scale scale(state);
  scale.verify(scale.over(kN));
  state.measure(scale.device.kernel("elsewhere").args(scale.other_d).over(kN));
}
TICKBENCH(AnotherKernel);

void ASixteenth(State& state) {
  Scale scale(state);
  scale.verify(scale.over(kN));
  state.measure(scale.over(kN / 16));
}
TICKBENCH(ASixteenth);

void TooManyBytes(State& state) {
  Scale scale(state);
  const auto launch = scale.over(kN);
  state.reads(1e15).writes(scale.y_d);
  scale.verify(launch);
  state.measure(launch);
}
TICKBENCH(TooManyBytes);

void TooManyOperations(State& state) {
  Scale scale(state);
  const auto launch = scale.over(kN);
  state.flops(1e15);
  scale.verify(launch);
  state.measure(launch);
}
TICKBENCH(TooManyOperations);

void TooFewWrites(State& state) {
  Scale scale(state);
  const auto launch = scale.over(kN);
  state.reads(scale.x_d).writes(kN);
  scale.verify(launch);
  state.measure(launch);
}
TICKBENCH(TooFewWrites);

void TwoConstants(State& state) {
  auto out_d = state.device().allocate<float>(2);
  const auto launch = state.device().kernel("constants").args(out_d).over(1);
  state.expect([](std::span<float> out) {
    out[0] = 3;
    out[1] = 4;
  });
  state.verify(launch, tickbench::out(out_d), tickbench::exact());
  state.measure(launch);
}
TICKBENCH(TwoConstants);

/// Its terms cancel: the sum is some hundreds of them.
void sum_of(State& state, std::size_t part) {
  constexpr std::size_t kTerms = 1 << 16;
  auto x = tickbench::random<float>(kTerms);
  auto x_d = state.device().upload(x);
  auto out_d = state.device().allocate<float>(1);
  const auto launch = state.device().kernel("sum").args(x_d, out_d, part).over(1);
  state.expect([&](std::span<float> out) {
    double sum = 0;
    for (const float value : x) sum += static_cast<double>(value);
    out[0] = static_cast<float>(sum);
  });
  state.verify(launch, tickbench::out(out_d), tickbench::sum_of(x));
  state.measure(launch);
}
void WholeSum(State& state) { sum_of(state, 1 << 16); }
TICKBENCH(WholeSum);
void NineTenthsOfASum(State& state) { sum_of(state, (1 << 16) / 10 * 9); }
TICKBENCH(NineTenthsOfASum);

void AnyTolerance(State& state) {
  Scale scale(state);
  const auto launch = scale.over(kN);
  state.verify(launch, tickbench::out(scale.y_d), tickbench::relative(0.9));
  state.measure(launch);
}
TICKBENCH(AnyTolerance);

/// Fewer elements than its work-items are: a global size rounded up to whole work-groups.
void WritesBehind(State& state) {
  constexpr std::size_t kFew = 1000, kRounded = 1024;
  const auto x = tickbench::random<float>(kRounded);
  auto x_d = state.device().upload(x);
  auto y_d = state.device().allocate<float>(kFew);
  const auto launch = state.device().kernel("scale").args(kA, x_d, y_d).over(kRounded, 64);
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = kA * x[i];
  });
  state.verify(launch, tickbench::out(y_d), tickbench::exact());
  state.measure(launch);
}
TICKBENCH(WritesBehind);

void WritesBefore(State& state) {
  Scale scale(state);
  const auto launch = scale.from_before();
  scale.verify(launch);
  state.measure(launch);
}
TICKBENCH(WritesBefore);

void WritesElsewhereWhenMeasured(State& state) {
  Scale scale(state);
  scale.verify(scale.over(kN));
  state.measure(scale.from_before());
}
TICKBENCH(WritesElsewhereWhenMeasured);

/// The last element is right where the memory behind x is zero.
void ReadsBehind(State& state) {
  Scale scale(state);
  const auto launch = scale.device.kernel("add_neighbour").args(scale.x_d, scale.y_d).over(kN);
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = scale.x[i] + (i + 1 < out.size() ? scale.x[i + 1] : 0.0F);
  });
  scale.verify(launch);
  state.measure(launch);
}
TICKBENCH(ReadsBehind);

/// Right where fresh memory is zero.
void NeverWritten(State& state) {
  Scale scale(state);
  auto more_d = scale.device.allocate<float>(kN);
  const auto launch =
      scale.device.kernel("scale_and_add").args(kA, scale.x_d, scale.y_d, more_d).over(kN);
  scale.verify(launch);
  state.measure(launch);
}
TICKBENCH(NeverWritten);

void NeverWrittenLocal(State& state) {
  Scale scale(state);
  const auto launch = scale.device.kernel("scale_and_add_local")
                          .args(kA, scale.x_d, scale.y_d, tickbench::local<float>(64))
                          .over(kN, 64);
  scale.verify(launch);
  state.measure(launch);
}
TICKBENCH(NeverWrittenLocal);

/// The results of the first input, for ever: as a table of constants in the kernel would give them.
void HardCoded(State& state) {
  constexpr std::size_t kMany = 4096;
  const auto x = tickbench::random<float>(kMany);
  static const auto constants = x;
  auto table_d = state.device().upload(constants);
  auto y_d = state.device().allocate<float>(kMany);
  const auto launch = state.device().kernel("scale").args(kA, table_d, y_d).over(kMany);
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = kA * x[i];
  });
  state.verify(launch, tickbench::out(y_d), tickbench::exact());
  state.measure(launch);
}
TICKBENCH(HardCoded);

void count_up(std::span<float> out) {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<float>(i);
}

/// Neither the kernel nor what it is held against looks at the input.
void ConstantsOnBothSides(State& state) {
  Scale scale(state);
  const auto launch = scale.device.kernel("count_up").args(scale.y_d).over(kN);
  state.expect(count_up);
  scale.verify(launch);
  state.measure(launch);
}
TICKBENCH(ConstantsOnBothSides);

/// Honest: there is no input.
void NoInput(State& state) {
  auto y_d = state.device().allocate<float>(kN);
  const auto launch = state.device().kernel("count_up").args(y_d).over(kN);
  state.expect(count_up);
  state.verify(launch, tickbench::out(y_d), tickbench::exact());
  state.measure(launch);
}
TICKBENCH(NoInput);

}  // namespace
