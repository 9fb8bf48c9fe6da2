// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The checks of a body: of its outputs against expected values, and of its references.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "api/state_impl.hpp"
#include "clock/phases.hpp"
#include "measurement/host_memory.hpp"

namespace tickbench {
namespace {

/// A reference that takes so long is timed once, so the run that is checked can be it.
constexpr Seconds kLongReference{0.25};

}  // namespace

void State::Impl::verify_once(const detail::CheckParts& parts) {
  if (is_measured_) api::refuse("state.verify: expected before state.measure");
  if (!parts.run && parts.launches.empty())
    api::refuse("state.verify: expected a launch, found an empty function or list");
  std::optional<Launch> launch;
  if (!parts.run) launch = detail::chain(parts.launches);
  const auto first = checked_.size();
  add_outputs(parts, launch);
  const auto outputs = std::span(checked_).subspan(first);
  const auto run = launch ? std::function<void()>(*launch) : parts.run;
  // Of an earlier repetition. A trial keeps none: it may be run again.
  const bool is_kept = trial_ == nullptr && checked_.size() <= benchmark_case_.checks.size();
  context_.enter("checking the result");
  if (is_kept) {
    launch_unchecked(run, outputs);
    return context_.enter(api::kOwnCode);
  }
  const auto reports = check(run, outputs);
  for (const auto& report : reports) record_.checks.push_back(report);
  for (const auto& report : reports) {
    const auto& [verdict, comparison, message] = report.result;
    if (verdict == CheckResult::Verdict::kWrong) throw Error(Outcome::kWrongResult, message);
    if (verdict == CheckResult::Verdict::kMistrusted) throw Error(Outcome::kMistrusted, message);
  }
  context_.enter(api::kOwnCode);
}

std::vector<State::Impl::NamedReference*> State::Impl::references_to_compare() {
  const bool is_judged_by_first =
      !expected_ && std::ranges::none_of(first_check(), &Checked::has_own_values);
  std::vector<NamedReference*> all;
  for (auto& reference : references_)
    if (!is_judged_by_first || &reference != &references_.front()) all.push_back(&reference);
  return all;
}

/// A reference that computes something else would be timed, and a speed-up over it printed.
void State::Impl::check_references() {
  if (checked_.empty() || benchmark_case_.references_agree) return;
  for (const auto& reference : references_) require_types(reference);
  if (const auto others = references_to_compare(); !others.empty()) {
    context_.enter("checking the references");
    const auto held =
        record_.settings.verify_only ? process::HostLock() : context_.lock_references();
    const InPhase phase(Phase::kCheck);
    std::vector<HostMemory> found;
    for (auto& checked : first_check()) {
      expect(checked);
      found.emplace_back(checked.size(), HostMemory::Contents::kAny);
    }
    for (auto* reference : others) compare_reference(*reference, found);
  }
  benchmark_case_.references_agree = true;
}

void State::Impl::compare_reference(NamedReference& reference, std::span<const HostMemory> found) {
  const auto outputs = first_check();
  std::vector<std::span<std::byte>> bytes;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    bytes.push_back(found[i].bytes());
    poison(outputs[i].output.type, bytes.back());
  }
  {
    const InPhase phase(Phase::kReference);
    const auto begin = context_.host().now();
    reference.fill.run(bytes);
    const Seconds time = context_.host().now() - begin;
    // With a cold cache its own would have to be displaced before it.
    if (time >= kLongReference && record_.settings.host_displace_bytes == 0) reference.taken = time;
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& checked = outputs[i];
    const auto result = check_output(checked.output.type, {}, checked.expected->bytes(), bytes[i],
                                     checked.tolerance, false);
    // Values that prove little were the device's matter.
    if (result.verdict == CheckResult::Verdict::kWrong)
      throw Error(Outcome::kWrongResult,
                  fmt::format("the reference {} (not the device): {}", reference.name,
                              checked.named(result.message)));
  }
}

std::vector<results::CheckReport> State::Impl::check(const std::function<void()>& run,
                                                     std::span<Checked> outputs) {
  const InPhase phase(Phase::kCheck);
  std::size_t largest = 0;
  for (auto& checked : outputs) {
    expect(checked);
    largest = std::max(largest, checked.size());
  }
  const HostMemory memory(largest, HostMemory::Contents::kAny);
  const auto memory_of = [&](const Checked& of) { return memory.bytes().first(of.size()); };
  for (auto& checked : outputs) {
    if (checked.output.is_inout) keep_input(checked);
    reset(checked, memory_of(checked));
  }
  launch_checked(run);
  std::vector<results::CheckReport> reports;
  for (auto& checked : outputs) {
    checked.output.read(memory_of(checked));
    end_trial_at(number_of(checked), checked.output.type, memory_of(checked));
    if (checked.input) checked.output.write(checked.input->bytes());
    reports.push_back(report_on(checked, memory_of(checked)));
  }
  return reports;
}

/// What follows may need what the launch writes.
void State::Impl::launch_unchecked(const std::function<void()>& run, std::span<Checked> outputs) {
  const InPhase phase(Phase::kCheck);
  for (auto& checked : outputs)
    if (checked.output.is_inout) keep_input(checked);
  run();
  for (auto& checked : outputs) {
    if (checked.input) checked.output.write(checked.input->bytes());
  }
}

results::CheckReport State::Impl::report_on(Checked& checked, std::span<const std::byte> found) {
  const auto& output = checked.output;
  results::CheckReport report{judge(checked, found), output.type, output.count, checked.tolerance,
                              output.is_inout};
  auto& result = report.result;
  report.output = checked.name;
  if (result.verdict == CheckResult::Verdict::kWrong)
    result.message += who_else_is_right(checked, found) + which_other_is_it(checked, found);
  result.message = checked.named(result.message);
  judge_trial(number_of(checked), output.type, found, result);
  if (result.verdict != CheckResult::Verdict::kRight) return report;
  report.loose = checked.named(
      looseness(output.type, checked.expected->bytes(), result.comparison, checked.tolerance)
          .value_or(""));
  note_draw(number_of(checked), checked, found);
  return report;
}

void State::Impl::keep_input(Checked& checked) {
  checked.input.emplace(checked.size(), HostMemory::Contents::kAny);
  checked.output.read(checked.input->bytes());
}

CheckResult State::Impl::judge(const Checked& checked, std::span<const std::byte> found) const {
  const auto& output = checked.output;
  const auto before = output.is_inout ? checked.input->bytes() : std::span<std::byte>{};
  return verification::check_output(output.type, before, checked.expected->bytes(), found,
                                    checked.tolerance, output.is_inout, poison_of_outputs());
}

/// Poison, or its input, into the output. `memory` is as large, for the poison.
void State::Impl::reset(const Checked& checked, std::span<std::byte> memory) const {
  const auto& output = checked.output;
  if (output.is_inout) return output.write(checked.input->bytes());
  verification::poison(output.type, memory, poison_of_outputs());
  output.write(memory);
}

void State::Impl::check_still_finite() const {
  const InPhase phase(Phase::kCheck);
  for (const auto& checked : checked_) {
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

}  // namespace tickbench
