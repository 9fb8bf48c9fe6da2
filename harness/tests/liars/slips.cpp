// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// What somebody tired writes, and somebody who is paid for a small number.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "doubling.hpp"

namespace {

using cheats::Doubling, cheats::kA, cheats::kN;
using tickbench::State;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// Of ranges and launches.

/// Its author meant 128 x 128: this is one work-group of 128.
void ADimensionForgotten(State& state) {
  Doubling doubling(state);
  doubling.expect();
  doubling.verify_and_measure(
      doubling.device.kernel("scale").args(kA, doubling.x_d, doubling.y_d).over(128, 128));
}
TICKBENCH(ADimensionForgotten);

void RangeOfNothing(State& state) {
  Doubling doubling(state);
  doubling.expect();
  doubling.verify_and_measure(doubling.launch(kA, 0));
}
TICKBENCH(RangeOfNothing);

/// `of` steps of a loop over time, by one launch.
tickbench::Launch steps(const tickbench::Launch& step, const int& of) {
  tickbench::Work work = step.work();
  work.enqueue = [step, &of] {
    for (int i = 0; i < of; ++i) step.work().enqueue();
  };
  return {step.queue(), work};
}

void ATimeLoopThatEndsEarly(State& state) {
  Doubling doubling(state);
  doubling.y_d.write(doubling.x);
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = -doubling.x[i];
  });
  int count = 3;
  const auto loop = steps(doubling.in_place(-1), count);
  state.verify(loop, tickbench::inout(doubling.y_d), tickbench::exact());
  count = 2;
  state.measure(loop);
}
TICKBENCH(ATimeLoopThatEndsEarly);

/// One step has the result of ten.
void FewerStepsOnceItIsChecked(State& state) {
  Doubling doubling(state);
  doubling.expect();
  int count = 10;
  const auto loop = steps(doubling.launch(), count);
  state.verify(loop, tickbench::out(doubling.y_d), tickbench::exact());
  count = 1;
  state.measure(loop);
}
TICKBENCH(FewerStepsOnceItIsChecked);

void EveryOtherLaunch(State& state) {
  Doubling doubling(state);
  doubling.expect();
  const auto whole = doubling.launch(), idle = doubling.idle();
  int launches = 0;
  tickbench::Work work = whole.work();
  work.enqueue = [&] { (launches++ % 2 == 0 ? whole : idle).work().enqueue(); };
  doubling.verify_and_measure({whole.queue(), work});
}
TICKBENCH(EveryOtherLaunch);

/// The first launch writes what the second one copies.
struct TwoLinks : Doubling {
  explicit TwoLinks(State& of)
      : Doubling(of),
        z_d(device.allocate<float>(kN)),
        first(device.kernel("scale").args(kA, x_d, z_d).over(kN)),
        second(device.kernel("handed_over").args(z_d, y_d).over(kN)) {
    expect();
  }
  tickbench::Buffer<float> z_d;
  tickbench::Launch first, second;
};

void LastLinkOfAChain(State& state) {
  TwoLinks links(state);
  state.verify(links.first, links.second, tickbench::out(links.y_d), tickbench::exact());
  state.measure(links.second);
}
TICKBENCH(LastLinkOfAChain);

void FirstLinkInTheReset(State& state) {
  TwoLinks links(state);
  state.verify(links.first, links.second, tickbench::out(links.y_d), tickbench::exact());
  state.measure(links.second).after(links.first);
}
TICKBENCH(FirstLinkInTheReset);

void WorkInTheReset(State& state) {
  Doubling doubling(state);
  doubling.expect();
  const auto whole = doubling.launch();
  state.verify([&] { whole(); }, tickbench::out(doubling.y_d), tickbench::exact());
  state.measure(doubling.launch(kA, 1)).after(whole);
}
TICKBENCH(WorkInTheReset);

void CodeOfTwoKernels(State& state) {
  TwoLinks links(state);
  state.verify(
      [&] {
        links.first();
        links.second();
      },
      tickbench::out(links.y_d), tickbench::exact());
  state.measure(links.second);
}
TICKBENCH(CodeOfTwoKernels);

void CodeOfTheHost(State& state) {
  Doubling doubling(state);
  doubling.expect();
  state.verify([&] { doubling.y_d.write(doubling.computed()); }, tickbench::out(doubling.y_d),
               tickbench::exact());
  state.measure(doubling.launch(kA, kN / 16));
}
TICKBENCH(CodeOfTheHost);

void CheckedOnASmallOne(State& state) {
  Doubling doubling(state);
  doubling.expect();
  auto small_d = doubling.device.allocate<float>(kN / 16);
  const auto small = doubling.device.kernel("scale").args(kA, doubling.x_d, small_d).over(kN / 16);
  state.verify(small, tickbench::out(small_d), tickbench::exact());
  state.measure(doubling.launch());
}
TICKBENCH(CheckedOnASmallOne);

void CopyInTheKernelsPlace(State& state) {
  Doubling doubling(state);
  doubling.expect();
  const auto expected_d = doubling.device.upload(doubling.computed());
  doubling.verify_and_measure(doubling.device.copy(doubling.y_d, expected_d));
}
TICKBENCH(CopyInTheKernelsPlace);

// Of inputs.

void InputsAllAlike(State& state) {
  Doubling doubling(state);
  doubling.x.assign(kN, 1.0F);
  doubling.x_d.write(doubling.x);
  doubling.expect();
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(InputsAllAlike);

void InputsOfAFixedGenerator(State& state) {
  std::vector<float> x(kN);
  std::minstd_rand generator(1);
  for (auto& value : x) value = static_cast<float>(generator() % 1000);
  auto x_d = state.device().upload(x), y_d = state.device().allocate<float>(kN);
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = kA * x[i];
  });
  const auto launch = state.device().kernel("scale").args(kA, x_d, y_d).over(kN);
  state.verify(launch, tickbench::out(y_d), tickbench::exact());
  state.measure(launch);
}
TICKBENCH(InputsOfAFixedGenerator);

/// What a launch leaves out is a NaN there as well.
void NotANumberAnywhere(State& state) {
  Doubling doubling(state);
  doubling.x.assign(kN, kNan);
  doubling.x_d.write(doubling.x);
  doubling.expect();
  doubling.verify_and_measure(doubling.launch(kA, kN / 16));
}
TICKBENCH(NotANumberAnywhere);

/// Later launches work on ones.
void SpoilsItsInput(State& state) {
  Doubling doubling(state);
  doubling.expect();
  const auto scale = doubling.launch(), spoil = doubling.device.fill(doubling.x_d, 1.0F);
  state.verify(scale, spoil, tickbench::out(doubling.y_d), tickbench::exact());
  state.measure(scale, spoil);
}
TICKBENCH(SpoilsItsInput);

/// As a kernel in half precision has its inputs.
void HalfPrecision(State& state) {
  Doubling doubling(state);
  auto rounded = doubling.x;
  for (auto& value : rounded) value = static_cast<float>(static_cast<int>(value * 2048)) / 2048;
  doubling.x_d.write(rounded);
  doubling.expect();
  doubling.verify_and_measure(doubling.launch(), tickbench::absolute(1e-3));
}
TICKBENCH(HalfPrecision);

// Of outputs.

void InPlace(State& state, float a) {
  Doubling doubling(state);
  doubling.y_d.write(doubling.x);
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = a * doubling.x[i];
  });
  const auto launch = doubling.in_place(a);
  state.verify(launch, tickbench::inout(doubling.y_d), tickbench::exact());
  state.measure(launch);
}
void GrowsWithoutEnd(State& state) { InPlace(state, 0x1p16F); }
TICKBENCH(GrowsWithoutEnd);
/// In two launches, past the subnormal numbers, on which some processors are slower.
void SinksToZero(State& state) { InPlace(state, 0x1p-96F); }
TICKBENCH(SinksToZero);

/// All but one of its elements have their results before.
void FilledBeforeAndNamedInout(State& state) {
  Doubling doubling(state);
  doubling.expect();
  doubling.y_d.write(doubling.computed());
  const auto launch = doubling.launch(kA, 1);
  state.verify(launch, tickbench::inout(doubling.y_d), tickbench::exact());
  state.measure(launch);
}
TICKBENCH(FilledBeforeAndNamedInout);

void HalfOfItDoneBefore(State& state) {
  Doubling doubling(state);
  const auto sign = [](std::size_t i) { return i < kN / 2 ? 1.0F : -1.0F; };
  auto y = doubling.x;
  for (std::size_t i = 0; i < kN; ++i) y[i] *= sign(i);
  doubling.y_d.write(y);
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = -doubling.x[i];
  });
  const auto launch = doubling.in_place(-1, kN / 2);
  state.verify(launch, tickbench::inout(doubling.y_d), tickbench::exact());
  state.measure(launch);
}
TICKBENCH(HalfOfItDoneBefore);

/// It adds to what it finds, which was 0 when its author tried it.
void InoutNamedOut(State& state) {
  Doubling doubling(state);
  doubling.expect();
  doubling.verify_and_measure(doubling.device.kernel("scale_and_add")
                                  .args(kA, doubling.x_d, doubling.y_d, doubling.y_d)
                                  .over(kN));
}
TICKBENCH(InoutNamedOut);

void SecondOutputThatNobodyNames(State& state) {
  Doubling doubling(state);
  doubling.expect();
  auto z_d = doubling.device.allocate<float>(kN);
  const auto first = doubling.launch();
  const auto wrong = doubling.device.kernel("scale").args(1.5F, doubling.x_d, z_d).over(kN);
  state.verify(first, wrong, tickbench::out(doubling.y_d), tickbench::exact());
  state.measure(first, wrong);
}
TICKBENCH(SecondOutputThatNobodyNames);

void OneBufferCheckedTwice(State& state) {
  Doubling doubling(state);
  state.expect([&](std::span<float> first, std::span<float> second) {
    doubling.compute(first);
    doubling.compute(second);
  });
  const auto launch = doubling.launch();
  state.verify(launch, tickbench::out(doubling.y_d), tickbench::out(doubling.y_d),
               tickbench::exact());
  state.measure(launch);
}
TICKBENCH(OneBufferCheckedTwice);

/// Of a buffer, through a function that does not look at it.
void OutputThatReadsElsewhere(State& state) {
  Doubling doubling(state);
  doubling.expect();
  auto output = tickbench::out(doubling.y_d);
  output.read = [&](std::span<std::byte> to) {
    const auto values = doubling.computed();
    std::ranges::copy(std::as_bytes(std::span(values)), to.begin());
  };
  const auto launch = doubling.launch(kA, kN / 16);
  state.verify(launch, output, tickbench::exact());
  state.measure(launch);
}
TICKBENCH(OutputThatReadsElsewhere);

/// Of memory of its own: it gives the poison back, and the results once something was launched.
void OutputOfTheHost(State& state) {
  Doubling doubling(state);
  doubling.expect();
  const auto idle = doubling.idle();
  bool is_launched = false;
  tickbench::Work work = idle.work();
  work.enqueue = [&] {
    is_launched = true;
    idle.work().enqueue();
  };
  auto held = doubling.computed();
  tickbench::Output output = tickbench::out(doubling.y_d);
  output.memory = nullptr;
  output.write = [&](std::span<const std::byte> from) {
    is_launched = false;
    std::ranges::copy(from, std::as_writable_bytes(std::span(held)).begin());
  };
  output.read = [&](std::span<std::byte> to) {
    if (is_launched) doubling.compute(held);
    std::ranges::copy(std::as_bytes(std::span(held)), to.begin());
  };
  const tickbench::Launch launch(idle.queue(), work);
  state.verify(launch, output, tickbench::exact());
  state.measure(launch);
}
TICKBENCH(OutputOfTheHost);

// Of references and tolerances.

void ExpectedValuesKeptInAStatic(State& state) {
  Doubling doubling(state);
  static const auto kept = doubling.computed();
  state.expect([](std::span<float> out) { std::ranges::copy(kept, out.begin()); });
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(ExpectedValuesKeptInAStatic);

/// Against memory that happens to be 0.
void ExpectsNothing(State& state) {
  Doubling doubling(state);
  state.expect([](std::span<float>) {});
  doubling.verify_and_measure(doubling.launch(0));
}
TICKBENCH(ExpectsNothing);

void ReferenceThatDawdles(State& state) {
  Doubling doubling(state);
  state.reference(tickbench::serial, [&](std::span<float> out) {
    for (int i = 0; i < 100; ++i) doubling.compute(out);
  });
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(ReferenceThatDawdles);

void ToleranceThatIsNoNumber(State& state) {
  Doubling doubling(state);
  doubling.expect();
  doubling.verify_and_measure(doubling.launch(1.5F), tickbench::absolute(kNan));
}
TICKBENCH(ToleranceThatIsNoNumber);

void ToleranceBelowZero(State& state) {
  Doubling doubling(state);
  doubling.expect();
  doubling.verify_and_measure(doubling.launch(1.5F), tickbench::absolute(-1));
}
TICKBENCH(ToleranceBelowZero);

void ToleranceOfOtherTerms(State& state) {
  Doubling doubling(state);
  doubling.expect();
  doubling.verify_and_measure(doubling.launch(1.5F),
                              tickbench::sum_of(std::vector<float>(kN, 1e4F)));
}
TICKBENCH(ToleranceOfOtherTerms);

void SwallowsItsFailure(State& state) {
  Doubling doubling(state);
  doubling.expect();
  const auto wrong = doubling.launch(1.5F);
  try {
    state.verify(wrong, tickbench::out(doubling.y_d), tickbench::exact());
  } catch (const std::exception&) {
  }
  state.measure(wrong);
}
TICKBENCH(SwallowsItsFailure);

void ChecksUntilItPasses(State& state) {
  Doubling doubling(state);
  doubling.expect();
  try {
    state.verify(doubling.launch(1.5F), tickbench::out(doubling.y_d), tickbench::exact());
  } catch (const std::exception&) {
  }
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(ChecksUntilItPasses);

// Of declarations.

/// As whole numbers divide.
void FlopsInMillions(State& state) {
  Doubling doubling(state);
  doubling.expect();
  state.flops(kN / 1000000);
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(FlopsInMillions);

void ThreeTimesTheFlops(State& state) {
  Doubling doubling(state);
  doubling.expect();
  state.flops(3 * kN);
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(ThreeTimesTheFlops);

void ElementsForBytes(State& state) {
  Doubling doubling(state);
  doubling.expect();
  state.reads(kN);
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(ElementsForBytes);

void ReadsABufferTwice(State& state) {
  Doubling doubling(state);
  doubling.expect();
  state.reads(doubling.x_d, doubling.x_d);
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(ReadsABufferTwice);

void TenTimesItsBytes(State& state) {
  Doubling doubling(state);
  doubling.expect();
  state.reads(10 * doubling.x_d.size_bytes());
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(TenTimesItsBytes);

void ACounterWithTheNameOfARate(State& state) {
  Doubling doubling(state);
  doubling.expect();
  state.counter("bytes_per_second", 1e15);
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(ACounterWithTheNameOfARate);

void AnAxisOfAnotherSize(State& state) {
  Doubling doubling(state);
  doubling.expect();
  state.axis("n", 10 * kN);
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(AnAxisOfAnotherSize);

/// A million in the row's name.
void ASizeThatNobodyUses(State& state) {
  Doubling doubling(state);
  doubling.expect();
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(ASizeThatNobodyUses)->Arg(1000000);

void WaivedWithABlank(State& state) {
  Doubling doubling(state);
  state.waive(tickbench::Check::kResult, " ");
  state.measure(doubling.launch(1.5F));
}
TICKBENCH(WaivedWithABlank);

void NeverMeasures(State& state) {
  Doubling doubling(state);
  doubling.expect();
  state.verify(doubling.launch(), tickbench::out(doubling.y_d), tickbench::exact());
}
TICKBENCH(NeverMeasures);

void SkipsItself(State& state) { state.skip("it would fail"); }
TICKBENCH(SkipsItself);

// Of what they find. Their kernels are in OpenCL C alone.

void ConvergesInPlace(State& state) {
  Doubling doubling(state);
  doubling.y_d.write(doubling.x);
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::abs(doubling.x[i]) + 2.0F;
  });
  const auto launch = doubling.device.kernel("converge").args(doubling.y_d).over(kN);
  state.verify(launch, tickbench::inout(doubling.y_d), tickbench::exact());
  state.measure(launch);
}
TICKBENCH(ConvergesInPlace)->Backends({"opencl", "level_zero"});

void MarksItsInput(State& state) {
  Doubling doubling(state);
  doubling.expect();
  doubling.verify_and_measure(
      doubling.device.kernel("scale_and_mark").args(kA, doubling.x_d, doubling.y_d).over(kN));
}
TICKBENCH(MarksItsInput)->Backends({"opencl", "level_zero"});

}  // namespace
