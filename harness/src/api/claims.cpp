// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "api/claims.hpp"

#include "backend/callable_probe.hpp"
#include "text/wording.hpp"

namespace tickbench::api {
namespace {

/// Rates may be so many times the measured peaks. On a processor that others use too both vary:
/// short launches reached four times the peak, whose longer brackets the others interrupt. A cache
/// is up to fifteen times as fast as the memory was measured to be; a GPU's is eight times.
struct RateLimits {
  double flops, bytes;
};
constexpr RateLimits kProcessorLimits{16, 64}, kLimits{1.25, 16};
/// Drivers for processors copy by the processor's own instructions, and some of them run kernels
/// thirty times slower than that.
constexpr double kProcessorCopyLimit = 1024;

RateLimits rate_limits(const backend::DeviceInfo& device, bool is_copy) {
  if (device.type != backend::DeviceType::kCpu) return kLimits;
  return {kProcessorLimits.flops, is_copy ? kProcessorCopyLimit : kProcessorLimits.bytes};
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

void probe(Body& body, const MeasuredWork& measured) {
  body.context.enter("trying the benchmark's own code behind a hold");
  const auto found =
      measured.is_own_queue ? CallableProbe{} : probe_callable(measured.queue, measured.work);
  if (!found.was_held) {
    body.record.words.emplace_back("not tried for waits");
    return;
  }
  if (found.waits)
    refuse(
        "state.measure: expected a callable that enqueues and returns, found one that waits for "
        "the device: behind a hold it returned only when that had ended by itself. Its wait would "
        "be measured");
  if (found.enqueues_nothing && !body.is_waived(Check::kEnqueues))
    refuse(
        "state.measure: expected a callable that enqueues on the queue that it is given, found {} "
        "launches that took that queue no longer than nothing does ({} and {})",
        found.launches, text::quantity(found.device.count(), "s"),
        text::quantity(found.empty.count(), "s"));
}

void require_declared(const Body& body, Outputs& outputs, const Work& work) {
  double written = 0;
  for (const auto* checked : outputs.written_by(work))
    if (!checked->output.is_inout) written += static_cast<double>(checked->size());
  const double declared = body.record.declared.bytes_written;
  if (declared > 0 && declared < written)
    refuse(
        "state.writes: expected at least the {} of the outputs that are wholly written, found {}",
        text::quantity(written, "B"), text::quantity(declared, "B"));
}

void require_rates(const Body& body, const Work& work) {
  const auto& peaks = body.record.peaks;
  const auto& declared = body.record.declared;
  const auto* shown = body.record.shown();
  if (shown == nullptr || !(shown->median > Seconds(0)) || body.is_waived(Check::kPeak) ||
      !body.device)
    return;
  const RateLimits limits = rate_limits(body.device->info(), work.is_copy);
  const double flops = declared.flops / shown->median.count();
  if (const double peak = peaks.flops_per_second; peak > 0 && flops > limits.flops * peak)
    refuse_rate("flops", flops, "FLOP/s", "peak", peak);
  const double bytes = (declared.bytes_read + declared.bytes_written) / shown->median.count();
  if (const double peak = peaks.bytes_per_second; peak > 0 && bytes > limits.bytes * peak)
    refuse_rate("reads and state.writes", bytes, "B/s", "peak of its memory", peak);
}

}  // namespace tickbench::api
