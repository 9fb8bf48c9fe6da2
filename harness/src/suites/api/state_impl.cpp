// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "api/state_impl.hpp"

#include "api/floors.hpp"
#include "api/timing.hpp"

namespace tickbench {

State::Impl::Impl(api::BenchmarkCase& benchmark_case, results::Record& record,
                  api::BodyContext& context)
    : body{benchmark_case, record, context, context.trial()} {
  context.enter(api::kOwnCode);
}

void State::Impl::keep_failure(const std::function<void()>& step) {
  if (failure_) std::rethrow_exception(failure_);
  try {
    step();
  } catch (...) {
    failure_ = std::current_exception();
    throw;
  }
}

void State::Impl::verify(const detail::CheckParts& parts) {
  keep_failure([&] {
    if (is_measured_) api::refuse("state.verify: expected before state.measure");
    checks.verify(parts);
  });
}

void State::Impl::measure(const api::MeasuredWork& measured) {
  keep_failure([&] { measure_once(measured); });
  body.context.enter(api::kOwnCode);
}

void State::Impl::measure_once(const api::MeasuredWork& measured) {
  const auto& work = measured.work;
  auto& [benchmark_case, record, context, trial, device, waived] = body;
  if (is_measured_) api::refuse("state.measure: expected once in a body, found twice");
  if (outputs.all().empty() && !body.is_waived(Check::kResult))
    api::refuse(
        "state.measure: expected state.verify or state.waive(Check::kResult, why) before it, found "
        "neither");
  if (!body.is_waived(Check::kAfterTiming)) outputs.require_links(work);
  is_measured_ = true;
  if (trial_checks.need_second_input()) return;
  if (!trial_checks.is_rehearsal() && !record.checks.empty()) benchmark_case.checks = record.checks;
  for (const auto& done : benchmark_case.checks)
    if (!done.loose.empty()) record.words.push_back(done.loose);
  checks.require_declared(work);
  if (!trial_checks.is_rehearsal() && context.paired_device() == nullptr) references.check();
  if (!record.settings.verify_only) return take_all(measured);
  // Another launch than the one that was checked, or code of the benchmark's own.
  if (record.repetition == 0 && !outputs.was_checked(work))
    checks.verify_timed(measured.queue, work);
}

void State::Impl::take_all(const api::MeasuredWork& measured) {
  auto& record = body.record;
  const auto held = body.context.lock_device();
  api::Timing timing(body, measured);
  timing.check_clock();
  if (!measured.is_own_queue) {
    record.peaks = body.context.findings().peaks;
    record.theoretical = body.context.findings().theoretical;
  }
  if (!record.peaks.note.empty())
    record.notes.push_back("no fraction_of_peak: " + record.peaks.note);
  checks.keep_inputs();
  if (measured.work.launches.empty()) checks.probe(measured);
  timing.take();
  checks.require_rates(measured.work);
  floors::Running running{measured.queue, measured.work, record, {}};
  if (const auto* const partner = body.context.as_partner()) {
    if (partner->needs_references && !outputs.references().empty())
      timing.take_references(references);
    return partner->then(running);
  }
  if (auto* const paired = body.context.paired_device())
    timing.take_other_build(*paired, checks);
  else if (!outputs.references().empty())
    timing.take_references(references);
  running.more_references = [&](Seconds budget) { timing.take_references(references, budget); };
  api::judge_floors(body, running);
  checks.require_finite();
  checks.verify_timed(measured.queue, measured.work);
}

void State::Impl::finish() const {
  if (failure_) std::rethrow_exception(failure_);
  if (!is_measured_) api::refuse("the body returned without state.measure: expected one call");
}

}  // namespace tickbench
