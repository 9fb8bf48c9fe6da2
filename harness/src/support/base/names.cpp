// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/enumerator_name.hpp"
#include "base/wall_time.hpp"
#include "tickbench/error.hpp"
#include "tickbench/figure.hpp"
#include "tickbench/timed_queue.hpp"

namespace tickbench {

std::string_view to_string(Outcome outcome) noexcept {
  return enumerator_name<Outcome::kLeftOut>(
      outcome,
      {"passed", "nothing_to_check", "wrong_result", "mistrusted", "implausible_time",
       "impossible_rate", "device_error", "build_failed", "out_of_memory", "timed_out",
       "locked_out", "invalid_benchmark", "over_limit", "unsupported", "no_device", "left_out"});
}

std::string_view to_string(TimeMethod method) noexcept {
  return enumerator_name<TimeMethod::kHost>(method,
                                            {"event", "bracket", "events", "graph", "host"});
}

std::string_view to_string(Phase phase) noexcept {
  return enumerator_name<Phase::kOther>(
      phase, {"device", "input", "upload", "reference", "check", "warm_up", "sampling",
              "reference_sampling", "waiting", "build", "other"});
}

std::string_view to_string(Figure figure) noexcept {
  return enumerator_name<Figure::kSamples>(
      figure, {"throughput", "speedup", "memories", "roofline", "phases", "submission", "clocks",
               "regions", "samples"});
}

std::string_view to_string(HoldMethod method) noexcept {
  return enumerator_name<HoldMethod::kClosedList>(
      method, {"none", "delay_kernel", "host_event", "closed_list"});
}

}  // namespace tickbench
