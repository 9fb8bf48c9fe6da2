// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "api/references.hpp"

#include <algorithm>

#include "api/outputs.hpp"
#include "clock/phases.hpp"

namespace tickbench::api {
namespace {

/// A reference that takes so long is timed once, so the run that is checked can be it.
constexpr Seconds kLongReference{0.25};

/// One output alone is `float`; several are `float, double`.
std::string listed(std::span<const ElementType> types) {
  std::string text;
  for (const auto type : types)
    text += fmt::format("{}{}", text.empty() ? "" : ", ", to_string(type));
  return text;
}

void require_types(const References::Named& reference, std::span<const CheckedOutput> outputs) {
  std::vector<ElementType> types;
  for (const auto& checked : outputs) types.push_back(checked.output.type);
  if (reference.fill.types == types) return;
  if (types.size() == 1)
    refuse(
        "state.reference: expected elements of {} as in the first output checked, found {} in "
        "the reference {}",
        listed(types), listed(reference.fill.types), reference.name);
  refuse(
      "state.reference: expected a std::span for each of the {} outputs of the first check ({}), "
      "found {} in the reference {}",
      types.size(), listed(types), listed(reference.fill.types), reference.name);
}

}  // namespace

void References::add(Reference reference, detail::Fill fill) {
  const auto name = reference.name;
  if (std::ranges::find(all_, name, &Named::name) != all_.end())
    refuse("state.reference(\"{}\"): expected each name once in a body, found it twice", name);
  all_.push_back({std::string(name), std::move(fill), {}});
}

detail::Fill References::expected_values(std::span<const Output> outputs, std::size_t index,
                                         const std::string& name) const {
  if (const auto& own = outputs[index].expected)
    return {{outputs[index].type}, [own](detail::Bytes all) { own(all.front()); }};
  if (!expected_ && all_.empty())
    refuse(
        "state.verify: {}: expected a state.reference or a state.expect before it, or values of "
        "its own, found none",
        name);
  const auto& fill = expected_ ? *expected_ : all_.front().fill;
  std::vector<ElementType> types;
  for (const auto& output : outputs) types.push_back(output.type);
  if (fill.types == types) return fill;
  const auto source = expected_ ? "state.expect" : "the reference " + all_.front().name;
  if (fill.types.size() != types.size())
    refuse(
        "state.verify: {}: expected a std::span for each of the {} outputs in {}, or values of its "
        "own (out(buffer, values)), found {}",
        name, types.size(), source, fill.types.size());
  refuse("state.verify: {}: expected values of {} as in the buffer{}, found {} that writes {}",
         name, listed(types), types.size() == 1 ? "" : "s", source, listed(fill.types));
}

void References::check(Outputs& outputs) {
  if (outputs.all().empty() || body_.benchmark_case.references_agree) return;
  const auto first_check = outputs.first_check();
  for (const auto& reference : all_) require_types(reference, first_check);
  // The one that gave the expected values is not compared with itself.
  const bool is_judge =
      are_expected() && std::ranges::none_of(first_check, &CheckedOutput::has_own_values);
  if (all_.size() > (is_judge ? 1 : 0)) {
    body_.context.enter("checking the references");
    const auto held =
        body_.record.settings.verify_only ? process::HostLock() : body_.context.lock_references();
    const InPhase phase(Phase::kCheck);
    for (auto& checked : first_check) outputs.expect(checked);
    const OutputValues found(first_check);
    for (auto& reference : std::span(all_).subspan(is_judge ? 1 : 0))
      compare(reference, first_check, found.bytes);
  }
  body_.benchmark_case.references_agree = true;
}

void References::compare(Named& reference, std::span<const CheckedOutput> outputs,
                         detail::Bytes found) {
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

void References::with_works(Outputs& outputs,
                            const std::function<void(const std::vector<ReferenceWork>&)>& use) {
  if (outputs.all().empty())
    refuse("state.reference: expected a state.verify, which states the size of what it writes");
  body_.context.enter("references");
  const auto held = body_.context.lock_references();
  const InPhase phase(Phase::kReferenceSampling);
  const OutputValues values(outputs.first_check());
  std::optional<HostCache> cache;
  std::function<void()> displace;
  if (const auto bytes = body_.record.settings.host_displace_bytes) {
    cache.emplace(bytes);
    displace = [&cache] { cache->displace(); };
  }
  std::vector<ReferenceWork> works;
  for (const auto& reference : all_)
    works.push_back(
        {reference.name, [&] { reference.fill.run(values.bytes); }, displace, reference.taken});
  use(works);
}

}  // namespace tickbench::api
