// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "api/trial_checks.hpp"

#include "verification/digest.hpp"

namespace tickbench::api {
namespace {

/// So few could be written into a kernel as constants: they are checked under two inputs always.
constexpr std::size_t kFewElements = 16;

/// How often local memory is poisoned where a failure is looked into.
constexpr int kTimesToBeSure = 100;

}  // namespace

verification::Poison TrialChecks::output_poison() const {
  return body_.trial != nullptr ? body_.trial->poisoning.at({bands::Site::Kind::kOutput})
                                : verification::Poison::kFirst;
}

void TrialChecks::launch(const std::function<void()>& launch) {
  if (device() == nullptr) return launch();
  // On a busy host a processor's threads may be given none of it.
  device()->check(launch, body_.trial->ends_at ? kTimesToBeSure : 1);
}

std::optional<std::string> TrialChecks::written_outside() {
  return device() != nullptr ? device()->written_outside() : std::nullopt;
}

void TrialChecks::keep(const CheckedOutput& checked, std::span<const std::byte> found) {
  body_.trial->found = {checked.number, checked.output.type, {found.begin(), found.end()}};
}

void TrialChecks::end_at(const CheckedOutput& checked, std::span<const std::byte> found) {
  if (body_.trial == nullptr || body_.trial->ends_at != checked.number) return;
  keep(checked, found);
  throw Error(Outcome::kWrongResult, "looked into");
}

void TrialChecks::judge(const CheckedOutput& checked, std::span<const std::byte> found,
                        CheckResult& result) {
  const bool is_wrong = result.verdict == CheckResult::Verdict::kWrong;
  if (body_.trial != nullptr) ++body_.trial->checks;
  if (const auto outside = written_outside()) {
    result.message = is_wrong ? fmt::format("{}; and {}", *outside, result.message) : *outside;
    result.verdict = CheckResult::Verdict::kWrong;
    return;
  }
  if (!is_wrong) return;
  // Of several the first is the one that is thrown.
  if (body_.trial != nullptr && !body_.trial->found) keep(checked, found);
  const auto& draws = body_.benchmark_case.draws;
  const auto first = draws.find(checked.number);
  if (first == draws.end() || first->second.seed == seed()) return;
  const bool is_same = first->second.found == verification::digest(found);
  result.message = fmt::format(
      "right under one random input, and wrong under another{}: {}",
      is_same ? ", for which it gives the same result: it is hard-coded, or does not follow the "
                "input"
              : "",
      result.message);
}

void TrialChecks::compare_inputs(const CheckedOutput& checked, std::span<const std::byte> found) {
  if (body_.is_waived(Check::kSecondInput)) return;
  const bool has_few = checked.output.count <= kFewElements;
  if (body_.trial == nullptr && !has_few) return;
  const auto expected = verification::digest(checked.expected->bytes());
  const auto [known, is_first] = body_.benchmark_case.draws.try_emplace(
      checked.number, Draw{seed(), expected, verification::digest(found)});
  auto& draw = known->second;
  need_second_input_ |= is_first && body_.trial == nullptr;
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

}  // namespace tickbench::api
