// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "api/checks.hpp"

#include <algorithm>

#include "clock/phases.hpp"
#include "verification/digest.hpp"

namespace tickbench::api {

void Checks::verify(const detail::CheckParts& parts) {
  if (!parts.run && parts.launches.empty())
    refuse("state.verify: expected a launch, found an empty function or list");
  std::optional<Launch> launch;
  if (!parts.run) launch = detail::chain(parts.launches);
  const auto run = launch ? std::function<void()>(*launch) : parts.run;
  const auto outputs = outputs_.add(parts, launch);
  // Of an earlier repetition. A trial keeps none: it may be run again.
  const bool is_kept =
      body_.trial == nullptr && outputs_.all().size() <= body_.benchmark_case.checks.size();
  body_.context.enter("checking the result");
  {
    const InPhase phase(Phase::kCheck);
    for (auto& checked : outputs)
      if (checked.output.is_inout) checked.keep_input();
    if (is_kept) {
      run();  // what follows may need what it writes
      for (const auto& checked : outputs) checked.restore_input();
    } else {
      check(run, outputs);
    }
  }
  body_.context.enter(kOwnCode);
}

void Checks::check(const std::function<void()>& run, std::span<CheckedOutput> outputs) {
  for (auto& checked : outputs) outputs_.expect(checked);
  const auto largest = std::ranges::max_element(outputs, {}, &CheckedOutput::size);
  const HostMemory memory(largest->size(), HostMemory::Contents::kAny);
  for (const auto& checked : outputs)
    checked.reset(memory.bytes().first(checked.size()), trial_.output_poison());
  trial_.launch(run);
  std::vector<results::CheckReport> reports;
  for (const auto& checked : outputs) {
    const auto found = memory.bytes().first(checked.size());
    checked.output.read(found);
    trial_.end_at(checked, found);
    checked.restore_input();
    reports.push_back(report(checked, found));
  }
  std::ranges::copy(reports, std::back_inserter(body_.record.checks));
  for (const auto& [result, type, count, tolerance, is_inout, loose, output] : reports) {
    if (result.verdict == CheckResult::Verdict::kWrong)
      throw Error(Outcome::kWrongResult, result.message);
    if (result.verdict == CheckResult::Verdict::kMistrusted)
      throw Error(Outcome::kMistrusted, result.message);
  }
}

results::CheckReport Checks::report(const CheckedOutput& checked,
                                    std::span<const std::byte> found) {
  const auto& output = checked.output;
  results::CheckReport report{judge(checked, found), output.type, output.count, checked.tolerance,
                              output.is_inout,       {},          checked.name};
  auto& result = report.result;
  if (result.verdict == CheckResult::Verdict::kWrong)
    result.message += outputs_.explain(checked, found);
  result.message = checked.named(result.message);
  trial_.judge(checked, found, result);
  if (result.verdict != CheckResult::Verdict::kRight) return report;
  report.loose = checked.named(
      looseness(output.type, checked.expected->bytes(), result.comparison, checked.tolerance)
          .value_or(""));
  trial_.compare_inputs(checked, found);
  return report;
}

CheckResult Checks::judge(const CheckedOutput& checked, std::span<const std::byte> found) const {
  const auto& output = checked.output;
  const auto before = output.is_inout ? checked.input->bytes() : std::span<std::byte>{};
  return verification::check_output(output.type, before, checked.expected->bytes(), found,
                                    checked.tolerance, output.is_inout, trial_.output_poison());
}

void Checks::keep_inputs() {
  if (body_.is_waived(Check::kAfterTiming)) return;
  const InPhase phase(Phase::kCheck);
  for (auto& checked : outputs_.all())
    if (checked.output.is_inout && !checked.input) checked.keep_input();
}

void Checks::verify_timed(TimedQueue& queue, const Work& work) {
  if (body_.is_waived(Check::kAfterTiming)) return;
  const auto written = outputs_.written_by(work);
  if (written.empty()) return;
  const InPhase phase(Phase::kCheck);
  body_.context.enter("checking after the timing");
  const auto* const largest = *std::ranges::max_element(written, {}, &CheckedOutput::size);
  const HostMemory memory(largest->size(), HostMemory::Contents::kAny);
  for (const auto* checked : written)
    checked->reset(memory.bytes().first(checked->size()), trial_.output_poison());
  const auto* shown = body_.record.shown();
  const auto method = shown != nullptr ? shown->method : TimeMethod::kHost;
  trial_.launch([&] { queue.run(work, {.method = method}); });
  if (const auto outside = trial_.written_outside())
    throw Error(Outcome::kWrongResult, fmt::format("'{}': {}", work.description, *outside));
  for (auto* checked : written)
    compare_timed(*checked, work, memory.bytes().first(checked->size()));
  body_.context.enter(kOwnCode);
}

/// With what was expected; in a later repetition first with what the first one found.
void Checks::compare_timed(CheckedOutput& checked, const Work& work, std::span<std::byte> found) {
  checked.output.read(found);
  if (body_.benchmark_case.repetitions > 1) {
    const auto digest = verification::digest(found);
    const auto [known, is_first] =
        body_.benchmark_case.after_timing.try_emplace(checked.number, digest);
    if (!is_first && known->second == digest) return;
  }
  outputs_.expect(checked);
  const auto result = judge(checked, found);
  if (result.verdict == CheckResult::Verdict::kWrong)
    throw Error(Outcome::kWrongResult,
                fmt::format("what was timed ('{}') does not give the results that were checked: "
                            "launched once more after the timing, {}",
                            work.description, checked.named(result.message)));
}

void Checks::require_finite() {
  const InPhase phase(Phase::kCheck);
  for (const auto& checked : outputs_.all()) {
    const auto& output = checked.output;
    if (!output.is_inout) continue;
    const HostMemory now(checked.size(), HostMemory::Contents::kAny);
    output.read(now.bytes());
    if (const auto index = first_non_finite(output.type, now.bytes()))
      throw Error(Outcome::kWrongResult,
                  checked.named(fmt::format(
                      "element {} of an inout buffer is no longer finite after the measurement: an "
                      "in-place kernel must stay finite under a million launches",
                      *index)));
  }
}

}  // namespace tickbench::api
