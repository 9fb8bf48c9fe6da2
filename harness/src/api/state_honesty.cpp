// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a benchmark says of itself, held against what is known.
#include <fmt/format.h>

#include "api/state_impl.hpp"
#include "backend/callable_probe.hpp"
#include "text/wording.hpp"

namespace tickbench {
namespace {

/// Rates may be so many times the measured peaks. On a processor that others use too both vary:
/// short launches reached four times the peak, whose longer brackets the others interrupt. A cache
/// is up to fifteen times as fast as the memory was measured to be; a GPU's is eight times.
struct Most {
  double flops, bytes;
};
constexpr Most kMostOfProcessor{16, 64}, kMost{1.25, 16};
/// Drivers for processors copy by the processor's own instructions, and some of them run kernels
/// thirty times slower than that.
constexpr double kMostOfProcessorsCopies = 1024;

Most most_of(const backend::DeviceInfo& device, bool is_copy) {
  if (device.type != backend::DeviceType::kCpu) return kMost;
  return {kMostOfProcessor.flops, is_copy ? kMostOfProcessorsCopies : kMostOfProcessor.bytes};
}

[[noreturn]] void refuse_rate(std::string_view call, double rate, std::string_view unit,
                              std::string_view peak_name, double peak) {
  throw Error(Outcome::kImpossibleRate,
              fmt::format("by what state.{} declares it reaches {}, {:.3g} times the device's "
                          "measured {} of {}: it declares too much, or it did not run "
                          "(state.waive(Check::kPeak, why) for units that the peak does not use)",
                          call, text::quantity(rate, unit), rate / peak, peak_name,
                          text::quantity(peak, unit)));
}

}  // namespace

void State::Impl::probe(TimedQueue& queue, const Work& work, bool is_own_queue) {
  context_.enter("trying the benchmark's own code behind a hold");
  const auto found = is_own_queue ? CallableProbe{} : probe_callable(queue, work);
  if (!found.was_held) {
    record_.words.emplace_back("not tried for waits");
    return;
  }
  if (found.waits)
    api::refuse(
        "state.measure: expected a callable that enqueues and returns, found one that waits for "
        "the device: behind a hold it returned only when that had ended by itself. Its wait would "
        "be measured");
  if (found.enqueues_nothing && !is_waived(Check::kEnqueues))
    api::refuse(
        "state.measure: expected a callable that enqueues on the queue that it is given, found {} "
        "launches that took that queue no longer than nothing does ({} and {})",
        found.launches, text::quantity(found.device.count(), "s"),
        text::quantity(found.empty.count(), "s"));
}

void State::Impl::check_declared(const Work& work) const {
  double written = 0;
  for (const auto i : checks_of(work))
    if (!checked_[i].output.is_inout) written += static_cast<double>(checked_[i].size());
  const double declared = record_.declared.bytes_written;
  if (declared > 0 && declared < written)
    api::refuse(
        "state.writes: expected at least the {} of the outputs that are wholly written, found {}",
        text::quantity(written, "B"), text::quantity(declared, "B"));
}

void State::Impl::check_rates(const Work& work) {
  const auto* shown = record_.shown();
  if (shown == nullptr || !(shown->median > Seconds(0)) || is_waived(Check::kPeak) || !device_)
    return;
  const auto& declared = record_.declared;
  const Most most = most_of(device_->info(), work.is_copy);
  const double flops = declared.flops / shown->median.count();
  if (const double peak = record_.peaks.flops_per_second; peak > 0 && flops > most.flops * peak)
    refuse_rate("flops", flops, "FLOP/s", "peak", peak);
  const double bytes = (declared.bytes_read + declared.bytes_written) / shown->median.count();
  if (const double peak = record_.peaks.bytes_per_second; peak > 0 && bytes > most.bytes * peak)
    refuse_rate("reads and state.writes", bytes, "B/s", "peak of its memory", peak);
}

}  // namespace tickbench
