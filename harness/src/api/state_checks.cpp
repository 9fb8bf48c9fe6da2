// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The checks of a body: of its outputs against expected values, and of its references.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "api/state_impl.hpp"
#include "clock/phases.hpp"
#include "measurement/host_memory.hpp"

namespace tickbench {
namespace {

/// Every comparison with a NaN is false, and less than 0 is met by equality alone: neither is
/// meant.
void require_amounts(const Tolerance& tolerance) {
  for (const double amount : {tolerance.ulps, tolerance.relative, tolerance.absolute})
    if (!std::isfinite(amount) || amount < 0)
      api::refuse("state.verify: expected a tolerance of finite amounts of at least 0, found {:g}",
                  amount);
}

/// A reference that takes so long is timed once, so the run that is checked can be it.
constexpr Seconds kLongReference{0.25};

}  // namespace

const State::Impl::Fill& State::Impl::expected_values(const Output& output) const {
  if (!expected_ && references_.empty())
    api::refuse("state.verify: expected a state.reference or a state.expect before it, found none");
  const Fill& fill = expected_ ? *expected_ : references_.front().fill;
  if (fill.type != output.type)
    api::refuse("state.verify: expected values of {} as in the buffer, found a reference of {}",
                to_string(output.type), to_string(fill.type));
  return fill;
}

void State::Impl::verify_once(const std::function<void()>& run, const Output& output,
                              const Tolerance& tolerance, std::uint64_t launch) {
  if (is_measured_) api::refuse("state.verify: expected before state.measure");
  require_amounts(tolerance);
  if (!run || !output.read || !output.write)
    api::refuse(
        "state.verify: expected a launch, and an output with callbacks read and write, found "
        "an empty function");
  auto& checked =
      checked_.emplace_back(Checked{output, tolerance, expected_values(output), launch});
  if (checked_.size() <= benchmark_case_.checks.size()) return;  // kept from an earlier repetition
  context_.enter("checking the result");
  auto found = check(run, checked);
  record_.checks.push_back(found);
  const auto& [verdict, comparison, message] = found.result;
  if (verdict == CheckResult::Verdict::kWrong) throw Error(Outcome::kWrongResult, message);
  if (verdict == CheckResult::Verdict::kMistrusted) throw Error(Outcome::kMistrusted, message);
  if (!is_rehearsal()) benchmark_case_.checks.push_back(std::move(found));
  context_.enter(api::kOwnCode);
}

/// A reference that computes something else would be timed, and a speed-up over it printed.
void State::Impl::check_references() {
  if (checked_.empty() || benchmark_case_.references_agree) return;
  auto& first = checked_.front();
  const Output& output = first.output;
  for (const auto& reference : references_)
    if (reference.fill.type != output.type)
      api::refuse(
          "state.reference: expected elements of {} as in the first output checked, found {} in "
          "the reference {}",
          to_string(output.type), to_string(reference.fill.type), reference.name);
  const Fill& fill = expected_values(output);
  if (std::any_of(references_.begin(), references_.end(),
                  [&](const auto& reference) { return &reference.fill != &fill; })) {
    context_.enter("checking the references");
    const auto held =
        record_.settings.verify_only ? process::HostLock() : context_.lock_references();
    const InPhase phase(Phase::kCheck);
    if (!first.expected) first.expected = expect(fill, first.size());
    const HostMemory found(first.size(), HostMemory::Contents::kAny);
    for (auto& reference : references_)
      if (&reference.fill != &fill)
        compare_reference(reference, output, first.expected->bytes(), found.bytes());
  }
  benchmark_case_.references_agree = true;
}

HostMemory State::Impl::expect(const Fill& fill, std::size_t bytes) {
  HostMemory expected(bytes);
  const InPhase phase(Phase::kReference);
  fill.run(expected.bytes());
  return expected;
}

void State::Impl::compare_reference(NamedReference& reference, const Output& output,
                                    std::span<const std::byte> expected,
                                    std::span<std::byte> found) {
  poison(output.type, found);
  {
    const InPhase phase(Phase::kReference);
    const auto begin = context_.host().now();
    reference.fill.run(found);
    const Seconds time = context_.host().now() - begin;
    // With a cold cache its own would have to be displaced before it.
    if (time >= kLongReference && record_.settings.host_displace_bytes == 0) reference.taken = time;
  }
  const auto result =
      check_output(output.type, {}, expected, found, checked_.front().tolerance, false);
  // Values that prove little were the device's matter.
  if (result.verdict == CheckResult::Verdict::kWrong)
    throw Error(Outcome::kWrongResult, fmt::format("the reference {} (not the device): {}",
                                                   reference.name, result.message));
}

results::CheckReport State::Impl::check(const std::function<void()>& run, Checked& checked) {
  const auto& [output, tolerance, fill, launch, expected, input] = checked;
  const std::size_t size = checked.size();
  if (size == 0) api::refuse("state.verify: expected an output with elements");
  const InPhase phase(Phase::kCheck);
  checked.expected = expect(fill, size);

  const HostMemory found(size, HostMemory::Contents::kAny);
  if (output.is_inout) keep_input(checked);
  const std::size_t number = checked_.size() - 1;
  reset(checked, found.bytes());
  before_checked_launch();
  run();
  output.read(found.bytes());
  end_trial_at(number, output.type, found.bytes());
  if (input) output.write(input->bytes());

  results::CheckReport report{judge(checked, found.bytes()), output.type, output.count, tolerance,
                              output.is_inout};
  auto& result = report.result;
  if (result.verdict == CheckResult::Verdict::kWrong)
    result.message += who_else_is_right(output.type, found.bytes(), tolerance);
  judge_trial(number, output.type, found.bytes(), result);
  if (result.verdict != CheckResult::Verdict::kRight) return report;
  report.loose =
      looseness(output.type, expected->bytes(), result.comparison, tolerance).value_or("");
  note_draw(number, checked, found.bytes());
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

/// Where the expected values are the first reference's: another one that agrees with the device.
std::string State::Impl::who_else_is_right(ElementType type, std::span<const std::byte> found,
                                           const Tolerance& tolerance) const {
  if (expected_) return {};
  for (std::size_t i = 1; i < references_.size(); ++i) {
    const auto& other = references_[i];
    if (other.fill.type != type) continue;
    const HostMemory expected = expect(other.fill, found.size());
    if (compare(type, expected.bytes(), found, tolerance).mismatched == 0)
      return fmt::format(
          "; but the reference {} agrees with the device: the reference {}, by which it was "
          "judged, seems to be wrong",
          other.name, references_.front().name);
  }
  return {};
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
                  fmt::format("element {} of an inout buffer is no longer finite after the "
                              "measurement: an in-place kernel must stay finite under a million "
                              "launches",
                              *index));
  }
}

}  // namespace tickbench
