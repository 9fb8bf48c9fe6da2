// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// More of them: each makes use of what a harness may believe.
#include <algorithm>
#include <chrono>
#include <limits>
#include <random>
#include <span>
#include <tickbench/tickbench.hpp>
#include <vector>

#include "doubling.hpp"
#ifdef LIARS_OPENCL
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <tickbench/opencl.hpp>
#endif

namespace {

using tickbench::State;

using cheats::Doubling, cheats::kA, cheats::kN;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Of results.

void ResultOfTheFirstLaunch(State& state) {
  Doubling doubling(state);
  doubling.expect();
  auto kept_d = doubling.device.allocate<float>(kN);
  auto is_kept_d = doubling.device.upload(std::vector<int>(kN, 0));
  doubling.verify_and_measure(doubling.device.kernel("scale_once")
                                  .args(kA, doubling.x_d, doubling.y_d, kept_d, is_kept_d)
                                  .over(kN));
}
TICKBENCH(ResultOfTheFirstLaunch);

void ResultsOfTheHost(State& state) {
  Doubling doubling(state);
  doubling.expect();
  const auto expected_d = doubling.device.upload(doubling.computed());
  doubling.verify_and_measure(
      doubling.device.kernel("handed_over").args(expected_d, doubling.y_d).over(kN));
}
TICKBENCH(ResultsOfTheHost);

/// Its output may lie where that of the benchmark before lay, which had the same results.
void ResultsOfTheBenchmarkBefore(State& state) {
  Doubling doubling(state);
  doubling.expect();
  doubling.verify_and_measure(doubling.idle());
}
TICKBENCH(ResultsOfTheBenchmarkBefore);

void OneConstant(State& state) {
  Doubling doubling(state);
  state.expect([](std::span<float> out) { std::fill(out.begin(), out.end(), 1.0F); });
  doubling.verify_and_measure(doubling.device.kernel("one_constant").args(doubling.y_d).over(kN));
}
TICKBENCH(OneConstant);

void InoutLeftAsItWas(State& state) {
  Doubling doubling(state);
  auto z_d = doubling.device.upload(doubling.x);
  state.expect(
      [&](std::span<float> out) { std::copy(doubling.x.begin(), doubling.x.end(), out.begin()); });
  const auto launch = doubling.idle();
  state.verify(launch, tickbench::inout(z_d), tickbench::exact());
  state.measure(launch);
}
TICKBENCH(InoutLeftAsItWas);

void ExpectedOfTheDevice(State& state) {
  Doubling doubling(state);
  state.expect([&](std::span<float> out) { doubling.y_d.read(out); });
  doubling.verify_and_measure(doubling.idle());
}
TICKBENCH(ExpectedOfTheDevice);

void RangeTooSmall(State& state) {
  Doubling doubling(state);
  doubling.expect();
  doubling.verify_and_measure(doubling.launch(kA, kN / 16));
}
TICKBENCH(RangeTooSmall);

void SmallerAfterTheCheck(State& state) {
  Doubling doubling(state);
  doubling.expect();
  const auto whole = doubling.launch(), part = doubling.launch(kA, kN / 16);
  int launches = 0;
  tickbench::Work work = whole.work();
  work.enqueue = [&] { (launches++ < 3 ? whole : part).work().enqueue(); };
  doubling.verify_and_measure({whole.queue(), work});
}
TICKBENCH(SmallerAfterTheCheck);

// Of what they remember. Their kernels are in OpenCL C alone.

void RemembersByItsOutput(State& state) {
  Doubling doubling(state);
  doubling.expect();
  doubling.verify_and_measure(
      doubling.device.kernel("scale_if_poisoned").args(kA, doubling.x_d, doubling.y_d).over(kN));
}
TICKBENCH(RemembersByItsOutput)->Backends({"opencl", "level_zero"});

void RemembersItsInput(State& state) {
  Doubling doubling(state);
  doubling.expect();
  doubling.verify_and_measure(
      doubling.device.kernel("scale_if_undone").args(kA, doubling.x_d, doubling.y_d).over(kN));
}
TICKBENCH(RemembersItsInput)->Backends({"opencl", "level_zero"});

void RemembersManyInputs(State& state) {
  Doubling doubling(state);
  doubling.expect();
  const std::vector<float> none(8 * kN, -2);
  auto keys_d = doubling.device.upload(none), values_d = doubling.device.upload(none);
  auto next_d = doubling.device.upload(std::vector<int>(kN, 0));
  doubling.verify_and_measure(doubling.device.kernel("scale_by_table")
                                  .args(kA, doubling.x_d, doubling.y_d, keys_d, values_d, next_d)
                                  .over(kN));
}
TICKBENCH(RemembersManyInputs)->Backends({"opencl", "level_zero"});

void RemembersAnElement(State& state) {
  Doubling doubling(state);
  doubling.expect();
  auto key_d = doubling.device.upload(std::vector<float>(kN, -2));
  doubling.verify_and_measure(
      doubling.device.kernel("scale_by_key").args(kA, doubling.x_d, doubling.y_d, key_d).over(kN));
}
TICKBENCH(RemembersAnElement)->Backends({"opencl", "level_zero"});

/// Launches that follow each other closely are those of one bracket.
void OnlyTheFirstOfABracket(State& state) {
  using Clock = std::chrono::steady_clock;
  Doubling doubling(state);
  doubling.expect();
  const auto whole = doubling.launch(), idle = doubling.idle();
  auto last = Clock::now() - std::chrono::seconds(1);
  tickbench::Work work = whole.work();
  work.enqueue = [&] {
    const auto now = Clock::now();
    (now - last > std::chrono::microseconds(15) ? whole : idle).work().enqueue();
    last = now;
  };
  doubling.verify_and_measure({whole.queue(), work});
}
TICKBENCH(OnlyTheFirstOfABracket);

/// Its trials are honest.
void MoreOnceItIsMeasured(State& state) {
  static int runs = 0;
  Doubling doubling(state);
  doubling.expect();
  const bool is_trial = runs++ < 5;
  state.flops(is_trial ? kN : 2 * kN);
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(MoreOnceItIsMeasured);

void InputsOfItsOwn(State& state) {
  Doubling doubling(state);
  std::random_device own;
  for (auto& value : doubling.x) value = static_cast<float>(own() % 1000);
  doubling.x_d.write(doubling.x);
  doubling.expect();
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(InputsOfItsOwn);

// Of checks.

void NoCheck(State& state) {
  Doubling doubling(state);
  doubling.expect();
  state.measure(doubling.launch());
}
TICKBENCH(NoCheck);

void CheckedTooLate(State& state) {
  Doubling doubling(state);
  doubling.expect();
  state.waive(tickbench::Check::kResult, "it is checked below");
  state.measure(doubling.launch());
  state.verify(doubling.launch(), tickbench::out(doubling.y_d), tickbench::exact());
}
TICKBENCH(CheckedTooLate);

void NothingToCheck(State& state) {
  Doubling doubling(state);
  state.waive(tickbench::Check::kResult, "it says so");
  state.writes(doubling.y_d);
  state.measure(doubling.idle());
}
TICKBENCH(NothingToCheck);

void HalfOff(State& state) {
  Doubling doubling(state);
  doubling.expect();
  doubling.verify_and_measure(doubling.launch(1.5F), tickbench::absolute(0.6));
}
TICKBENCH(HalfOff);

void ZerosWithinTheTolerance(State& state) {
  Doubling doubling(state);
  doubling.expect();
  doubling.verify_and_measure(doubling.launch(0.5F), tickbench::absolute(3));
}
TICKBENCH(ZerosWithinTheTolerance);

void EndlessTolerance(State& state) {
  Doubling doubling(state);
  doubling.expect();
  doubling.verify_and_measure(doubling.launch(0.5F), tickbench::ulps(kInfinite));
}
TICKBENCH(EndlessTolerance);

void AnOutputOfNoElements(State& state) {
  Doubling doubling(state);
  doubling.expect();
  tickbench::Output none = tickbench::out(doubling.y_d);
  none.count = 0;
  state.verify(doubling.idle(), none, tickbench::exact());
  state.measure(doubling.idle());
}
TICKBENCH(AnOutputOfNoElements);

void IdleReference(State& state) {
  Doubling doubling(state);
  state.reference(tickbench::tbb, [&](std::span<float> out) { doubling.compute(out); });
  state.reference(tickbench::serial, [](std::span<float>) {});
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(IdleReference);

void ExcusedFromTheSecondCheck(State& state) {
  Doubling doubling(state);
  doubling.expect();
  const auto launch = doubling.launch();
  state.waive(tickbench::Check::kAfterTiming, "its author says so");
  state.verify(launch, tickbench::out(doubling.y_d), tickbench::exact());
  state.measure(doubling.idle());
}
TICKBENCH(ExcusedFromTheSecondCheck);

// Of declarations.

void ExcusedFromThePeak(State& state) {
  Doubling doubling(state);
  doubling.expect();
  state.flops(1e15).waive(tickbench::Check::kPeak, "its author says so");
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(ExcusedFromThePeak);

void EndlessBytes(State& state) {
  Doubling doubling(state);
  doubling.expect();
  state.reads(kInfinite);
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(EndlessBytes);

void NegativeFlops(State& state) {
  Doubling doubling(state);
  doubling.expect();
  state.flops(-1);
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(NegativeFlops);

/// The second launch finds everything in the cache.
void TwiceWhatWasChecked(State& state) {
  Doubling doubling(state);
  doubling.expect();
  const auto launch = doubling.launch();
  state.verify(launch, tickbench::out(doubling.y_d), tickbench::exact());
  state.measure(launch, launch);
}
TICKBENCH(TwiceWhatWasChecked);

void WritesWhatNobodyChecks(State& state) {
  Doubling doubling(state);
  doubling.expect();
  state.writes(doubling.y_d, doubling.x_d);
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(WritesWhatNobodyChecks);

void ReadsWhatNoLaunchTakes(State& state) {
  Doubling doubling(state);
  doubling.expect();
  const auto other_d = doubling.device.upload(doubling.x);
  state.reads(doubling.x_d, other_d);
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(ReadsWhatNoLaunchTakes);

/// Whatever the input is.
void KeepsItsFirstInput(State& state) {
  static const auto first = tickbench::random<float>(kN);
  const auto x_d = state.device().upload(first);
  auto y_d = state.device().allocate<float>(kN);
  state.expect([](std::span<float> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = kA * first[i];
  });
  const auto launch = state.device().kernel("scale").args(kA, x_d, y_d).over(kN);
  state.verify(launch, tickbench::out(y_d), tickbench::exact());
  state.measure(launch);
}
TICKBENCH(KeepsItsFirstInput);

void ExpectedValuesReadTheDevice(State& state) {
  Doubling doubling(state);
  state.expect([&](std::span<float> out) {
    doubling.launch()();
    doubling.y_d.read(out);
  });
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(ExpectedValuesReadTheDevice);

void ReferenceIdleOnceItIsChecked(State& state) {
  Doubling doubling(state);
  int runs = 0;
  state.reference(tickbench::serial, [&](std::span<float> out) {
    if (runs++ == 0) doubling.compute(out);
  });
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(ReferenceIdleOnceItIsChecked);

void ReferenceThatChangesItsInput(State& state) {
  Doubling doubling(state);
  state.reference(tickbench::serial, [&](std::span<float> out) {
    doubling.compute(out);
    doubling.x.front() = -2;
  });
  doubling.verify_and_measure(doubling.launch());
}
TICKBENCH(ReferenceThatChangesItsInput);

/// So that what the check finds is what the launch before it left.
void OutputThatTakesNoPoison(State& state) {
  Doubling doubling(state);
  doubling.expect();
  auto output = tickbench::out(doubling.y_d);
  output.memory = nullptr;
  output.write = [](std::span<const std::byte>) {};
  const auto launch = doubling.launch();
  launch();
  state.verify(launch, output, tickbench::exact());
  state.measure(launch);
}
TICKBENCH(OutputThatTakesNoPoison);

void OutputOverATenthOfItsBuffer(State& state) {
  Doubling doubling(state);
  doubling.expect();
  auto output = tickbench::out(doubling.y_d);
  output.count = kN / 10;
  output.read = [&](std::span<std::byte> to) {
    std::vector<float> y(kN);
    doubling.y_d.read(y);
    std::ranges::copy(std::as_bytes(std::span(y)).first(to.size()), to.begin());
  };
  output.write = [&](std::span<const std::byte> from) {
    std::vector<float> y(kN);
    std::ranges::copy(from, std::as_writable_bytes(std::span(y)).begin());
    doubling.y_d.write(y);
  };
  const auto launch = doubling.launch();
  state.verify(launch, output, tickbench::exact());
  state.measure(launch);
}
TICKBENCH(OutputOverATenthOfItsBuffer);

#ifdef LIARS_OPENCL
// Of callables.

/// What the queue that is timed belongs to.
template <class T>
T of_queue(cl_command_queue queue, cl_command_queue_info what) {
  T value = nullptr;
  clGetCommandQueueInfo(queue, what, sizeof(value), &value, nullptr);
  return value;
}

/// Takes the device some time.
void enqueue_fill(cl_command_queue queue, cl_event* event) {
  constexpr std::size_t kBytes = 1 << 20;
  const auto context = of_queue<cl_context>(queue, CL_QUEUE_CONTEXT);
  static const cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, kBytes, nullptr, nullptr);
  constexpr cl_uint kPattern = 7;
  clEnqueueFillBuffer(queue, memory, &kPattern, sizeof(kPattern), 0, kBytes, 0, nullptr, event);
}

/// It waits there: on a processor both queues have the same threads, and what is left of the
/// other's work would take the time of this one.
void AnotherQueue(State& state) {
  state.waive(tickbench::Check::kResult, "what is measured here is how it is enqueued");
  state.measure([](cl_command_queue queue) {
    static const cl_command_queue other =
        clCreateCommandQueue(of_queue<cl_context>(queue, CL_QUEUE_CONTEXT),
                             of_queue<cl_device_id>(queue, CL_QUEUE_DEVICE), 0, nullptr);
    enqueue_fill(other, nullptr);
    clFinish(other);
  });
}
TICKBENCH(AnotherQueue)->Backends({"opencl"});

void AWaitForAnEvent(State& state) {
  state.waive(tickbench::Check::kResult, "what is measured here is how it is enqueued");
  state.measure([](cl_command_queue queue) {
    cl_event event = nullptr;
    enqueue_fill(queue, &event);
    clWaitForEvents(1, &event);
    clReleaseEvent(event);
  });
}
TICKBENCH(AWaitForAnEvent)->Backends({"opencl"});

void AWaitThatIsStated(State& state) {
  state.waive(tickbench::Check::kResult, "what is measured here is how it is enqueued");
  state.measure(tickbench::waits, [](cl_command_queue queue) {
    enqueue_fill(queue, nullptr);
    clFinish(queue);
  });
}
TICKBENCH(AWaitThatIsStated)->Backends({"opencl"});

/// The device copies what the host has computed anew.
void WorkOfTheHostInACallable(State& state) {
  Doubling doubling(state);
  state.waive(tickbench::Check::kResult, "what is measured here is how it is enqueued");
  static std::vector<float> computed(kN);
  state.measure([&](cl_command_queue queue) {
    doubling.compute(computed);
    enqueue_fill(queue, nullptr);
  });
}
TICKBENCH(WorkOfTheHostInACallable)->Backends({"opencl"});

void TimedQueueBesideTheWork(State& state) {
  const auto queue =
      static_cast<cl_command_queue>(state.device().backend().queue().native_handle());
  const auto create = [&] {
    return clCreateCommandQueue(of_queue<cl_context>(queue, CL_QUEUE_CONTEXT),
                                of_queue<cl_device_id>(queue, CL_QUEUE_DEVICE),
                                CL_QUEUE_PROFILING_ENABLE, nullptr);
  };
  static const cl_command_queue idle = create(), busy = create();
  state.waive(tickbench::Check::kResult, "what is measured here is how it is enqueued");
  const auto timed = tickbench::opencl::timed_queue(idle);
  state.measure(*timed, [] {
    enqueue_fill(busy, nullptr);
    clFinish(busy);
  });
}
TICKBENCH(TimedQueueBesideTheWork)->Backends({"opencl"});
#endif

}  // namespace
