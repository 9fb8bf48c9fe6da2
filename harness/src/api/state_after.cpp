// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The check behind the timing: that what was timed still computes what was checked.
#include <fmt/format.h>

#include <algorithm>

#include "api/state_impl.hpp"
#include "clock/phases.hpp"
#include "verification/digest.hpp"

namespace tickbench {

bool State::Impl::was_checked(const Work& work) const {
  return !work.launches.empty() && std::ranges::any_of(checked_, [&work](const auto& checked) {
    return checked.launches == work.launches;
  });
}

void State::Impl::check_links(const Work& work) const {
  if (work.launches.empty() || was_checked(work) || is_waived(Check::kAfterTiming)) return;
  for (const auto& checked : checked_) {
    if (checked.launches.size() < 2) continue;
    auto found = work.launches.begin();
    for (std::size_t i = 0; i < checked.launches.size(); ++i) {
      found = std::find(found, work.launches.end(), checked.launches[i]);
      if (found == work.launches.end())
        api::refuse(
            "state.measure: expected the chain of {} launches that was verified, found '{}', which "
            "lacks number {} of them in its place: what that one writes for the others is still "
            "there from the check. A Launch that is made twice counts as two: keep the first, or "
            "say state.waive(Check::kAfterTiming, \"why\")",
            checked.launches.size(), work.description, i + 1);
      ++found;
    }
  }
}

std::vector<std::size_t> State::Impl::checks_of(const Work& work) const {
  const bool is_known = was_checked(work);
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < checked_.size(); ++i)
    if (!is_known || checked_[i].launches == work.launches) numbers.push_back(i);
  return numbers;
}

void State::Impl::keep_inputs() {
  if (is_waived(Check::kAfterTiming)) return;
  const InPhase phase(Phase::kCheck);
  for (auto& checked : checked_)
    if (checked.output.is_inout && !checked.input) keep_input(checked);
}

void State::Impl::check_after(TimedQueue& queue, const Work& work) {
  if (is_waived(Check::kAfterTiming)) {
    record_.notes.push_back("not checked after the timing: " + waiver(Check::kAfterTiming));
    return;
  }
  const auto numbers = checks_of(work);
  std::size_t largest = 0;
  for (const auto i : numbers) largest = std::max(largest, checked_[i].size());
  if (largest == 0) return;
  const InPhase phase(Phase::kCheck);
  context_.enter("checking after the timing");
  const HostMemory memory(largest, HostMemory::Contents::kAny);
  for (const auto i : numbers) reset(checked_[i], memory.bytes().first(checked_[i].size()));
  const auto* shown = record_.shown();
  const auto method = shown != nullptr ? shown->method : TimeMethod::kHost;
  launch_checked([&] { queue.run(work, {.method = method}); });
  if (const auto outside = written_outside())
    throw Error(Outcome::kWrongResult, fmt::format("'{}': {}", work.description, *outside));
  for (const auto i : numbers) compare_after(i, work, memory.bytes().first(checked_[i].size()));
  context_.enter(api::kOwnCode);
}

/// With what was expected; in a later repetition first with what the first one found.
void State::Impl::compare_after(std::size_t number, const Work& work, std::span<std::byte> found) {
  auto& checked = checked_[number];
  checked.output.read(found);
  auto& digests = benchmark_case_.after_timing;
  if (benchmark_case_.repetitions > 1) {
    const auto digest = verification::digest(found);
    if (const auto known = digests.find(number); known == digests.end())
      digests[number] = digest;
    else if (known->second == digest)
      return;
  }
  expect(checked);
  const auto result = judge(checked, found);
  if (result.verdict == CheckResult::Verdict::kWrong)
    throw Error(Outcome::kWrongResult,
                fmt::format("what was timed ('{}') does not give the results that were checked: "
                            "launched once more after the timing, {}",
                            work.description, checked.named(result.message)));
}

}  // namespace tickbench
