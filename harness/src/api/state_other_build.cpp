// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The same launch with another build's kernels, in turn with this build's.
#include "api/state_impl.hpp"
#include "clock/phases.hpp"
#include "measurement/sampling.hpp"

namespace tickbench {
namespace {

constexpr const char* kNoKernel = "it launches no kernel of an embedded module";

}  // namespace

void State::Impl::take_other_build(TimedQueue& queue, const Work& work,
                                   other_build::PairedDevice& device) {
  auto& other = record_.other_build.emplace();
  other.differences = device.differences();
  if (!other.differences.empty()) return;
  context_.enter("the other build's kernels");
  Work others = work;
  others.enqueue = [&] {
    const other_build::PartnerKernelScope taking(device);
    work.enqueue();
  };
  const auto& like = *record_.shown();
  try {
    {
      const InPhase phase(Phase::kSampling);
      // The first launch may load its code, and is no sample.
      const auto before = device.launched();
      repeat_sample(queue, others, like, record_.settings);
      if (device.launched() == before) {
        other.why_not = kNoKernel;
        return;
      }
      other.pairs = measure_alternately({queue, work, like}, {queue, others, like},
                                        record_.settings, record_.settings.budget, context_.host());
    }
    check_after(queue, others);
  } catch (const Error& error) {
    throw Error(error.outcome(), fmt::format("the other build's kernels: {}", error.what()));
  }
}

}  // namespace tickbench
