// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "api/references.hpp"

#include <algorithm>

#include "clock/phases.hpp"

namespace tickbench::api {
namespace {

/// A reference that takes so long is timed once, so the run that is checked can be it.
constexpr Seconds kLongReference{0.25};

}  // namespace

void References::check() {
  if (outputs_.all().empty() || body_.benchmark_case.references_agree) return;
  const auto first_check = outputs_.first_check();
  auto& references = outputs_.references();
  for (const auto& reference : references) outputs_.require_types(reference);
  // The one that gave the expected values is not compared with itself.
  const bool is_first_judge =
      !outputs_.has_expected() && std::ranges::none_of(first_check, &CheckedOutput::has_own_values);
  const auto compared = std::span(references).subspan(is_first_judge ? 1 : 0);
  if (!compared.empty()) {
    body_.context.enter("checking the references");
    const auto held =
        body_.record.settings.verify_only ? process::HostLock() : body_.context.lock_references();
    const InPhase phase(Phase::kCheck);
    for (auto& checked : first_check) outputs_.expect(checked);
    const OutputValues found(first_check);
    for (auto& reference : compared) compare(reference, found.bytes);
  }
  body_.benchmark_case.references_agree = true;
}

void References::compare(NamedReference& reference, detail::Bytes found) {
  const auto outputs = outputs_.first_check();
  for (std::size_t i = 0; i < outputs.size(); ++i) poison(outputs[i].output.type, found[i]);
  {
    const InPhase phase(Phase::kReference);
    const auto begin = body_.context.host().now();
    reference.fill.run(found);
    const Seconds time = body_.context.host().now() - begin;
    // With a cold cache its own would have to be displaced before it.
    if (time >= kLongReference && body_.record.settings.host_displace_bytes == 0)
      reference.taken = time;
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& checked = outputs[i];
    const auto result = check_output(checked.output.type, {}, checked.expected->bytes(), found[i],
                                     checked.tolerance, false);
    // Values that prove little were the device's matter.
    if (result.verdict == CheckResult::Verdict::kWrong)
      throw Error(Outcome::kWrongResult,
                  fmt::format("the reference {} (not the device): {}", reference.name,
                              checked.named(result.message)));
  }
}

void References::with_works(const std::function<void(const std::vector<ReferenceWork>&)>& use) {
  if (outputs_.all().empty())
    refuse("state.reference: expected a state.verify, which states the size of what it writes");
  body_.context.enter("references");
  const auto held = body_.context.lock_references();
  const InPhase phase(Phase::kReferenceSampling);
  const OutputValues values(outputs_.first_check());
  std::optional<HostCache> cache;
  std::function<void()> displace;
  if (const auto bytes = body_.record.settings.host_displace_bytes) {
    cache.emplace(bytes);
    displace = [&cache] { cache->displace(); };
  }
  std::vector<ReferenceWork> works;
  for (const auto& reference : outputs_.references())
    works.push_back(
        {reference.name, [&] { reference.fill.run(values.bytes); }, displace, reference.taken});
  use(works);
}

}  // namespace tickbench::api
