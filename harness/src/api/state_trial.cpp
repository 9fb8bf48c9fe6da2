// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the checks of a body look at beside the values of its outputs: the bands around its buffers,
// and another random input.
#include <fmt/format.h>

#include "api/state_impl.hpp"
#include "verification/digest.hpp"

namespace tickbench {
namespace {

/// So few could be written into a kernel as constants: they are checked under two inputs always.
constexpr std::size_t kFewElements = 16;

/// How often local memory is poisoned where a failure is looked into.
constexpr int kTimesToBeSure = 100;

}  // namespace

bool State::Impl::is_rehearsal() const { return trial_ != nullptr && !trial_->is_shown; }

unsigned State::Impl::seed() const {
  return trial_ != nullptr ? trial_->seed : benchmark_case_.seed;
}

verification::Poison State::Impl::poison_of_outputs() const {
  return trial_ != nullptr ? trial_->poisoning.at({bands::Site::Kind::kOutput})
                           : verification::Poison::kFirst;
}

void State::Impl::launch_checked(const std::function<void()>& launch) {
  if (trial_ == nullptr || trial_->device == nullptr) return launch();
  // On a busy host a processor's threads may be given none of it.
  trial_->device->check(launch, trial_->ends_at ? kTimesToBeSure : 1);
}

std::optional<std::string> State::Impl::written_outside() {
  if (trial_ == nullptr || trial_->device == nullptr) return std::nullopt;
  return trial_->device->written_outside();
}

void State::Impl::end_trial_at(std::size_t number, ElementType type,
                               std::span<const std::byte> found) {
  if (trial_ == nullptr || trial_->ends_at != number) return;
  trial_->found = api::Trial::Found{number, type, {found.begin(), found.end()}};
  throw Error(Outcome::kWrongResult, "looked into");
}

void State::Impl::judge_trial(std::size_t number, ElementType type,
                              std::span<const std::byte> found, CheckResult& result) {
  const bool is_wrong = result.verdict == CheckResult::Verdict::kWrong;
  if (trial_ != nullptr) ++trial_->checks;
  if (const auto outside = written_outside()) {
    result.message = is_wrong ? fmt::format("{}; and {}", *outside, result.message) : *outside;
    result.verdict = CheckResult::Verdict::kWrong;
    return;
  }
  if (!is_wrong) return;
  // Of several the first is the one that is thrown.
  if (trial_ != nullptr && !trial_->found)
    trial_->found = api::Trial::Found{number, type, {found.begin(), found.end()}};
  const auto first = benchmark_case_.draws.find(number);
  if (first == benchmark_case_.draws.end() || first->second.seed == seed()) return;
  const bool is_same = first->second.found == verification::digest(found);
  result.message = fmt::format(
      "right under one random input, and wrong under another{}: {}",
      is_same ? ", for which it gives the same result: it is hard-coded, or does not follow the "
                "input"
              : "",
      result.message);
}

void State::Impl::note_draw(std::size_t number, const Checked& checked,
                            std::span<const std::byte> found) {
  if (is_waived(Check::kSecondInput)) return;
  const bool has_few = checked.output.count <= kFewElements;
  if (trial_ == nullptr && !has_few) return;
  const auto expected = verification::digest(checked.expected->bytes());
  const auto [known, is_first] = benchmark_case_.draws.try_emplace(
      number, api::Draw{seed(), expected, verification::digest(found)});
  auto& draw = known->second;
  needs_second_input_ |= is_first && trial_ == nullptr;
  if (draw.seed == seed()) return;
  draw.has_second = true;
  draw.is_same = draw.expected == expected;
  if (has_few && draw.is_same)
    throw Error(
        Outcome::kMistrusted,
        checked.named("a result of so few elements is expected to differ between two random "
                      "inputs, and is the same: constants would pass this check "
                      "(state.waive(Check::kSecondInput, why) for one that no input changes)"));
}

}  // namespace tickbench
