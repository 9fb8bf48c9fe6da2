// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The outputs of a check: what each is called, and which expected values belong to it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "api/state_impl.hpp"
#include "clock/phases.hpp"

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

/// Of a launch whose targets are known; null where none of them is this buffer.
const WriteTarget* target_of(const Launch& launch, const Output& output) {
  const auto found = std::ranges::find(*launch.targets(), output.memory, &WriteTarget::memory);
  return found == launch.targets()->end() ? nullptr : &*found;
}

/// "output 2 of 2 (argument 3 of 'saxpy')"; one alone is "the output (...)".
std::string name_of(std::span<const Output> outputs, std::size_t index,
                    const std::optional<Launch>& launch) {
  auto number = outputs.size() == 1 ? std::string("the output")
                                    : fmt::format("output {} of {}", index + 1, outputs.size());
  if (!launch || !launch->targets() || outputs[index].memory == nullptr) return number;
  const auto* const target = target_of(*launch, outputs[index]);
  return target == nullptr ? number : fmt::format("{} ({})", number, target->role);
}

void require_output(std::span<const Output> outputs, std::size_t index, const std::string& name,
                    const std::optional<Launch>& launch) {
  const auto& output = outputs[index];
  if (!output.read || !output.write)
    api::refuse("state.verify: {}: expected callbacks read and write, found an empty function",
                name);
  if (output.count == 0) api::refuse("state.verify: {}: expected an output with elements", name);
  if (output.memory == nullptr) return;
  for (std::size_t other = 0; other < index; ++other)
    if (outputs[other].memory == output.memory)
      api::refuse("state.verify: {}: expected each buffer once, found that of output {} again",
                  name, other + 1);
  if (launch && launch->targets() && target_of(*launch, output) == nullptr)
    api::refuse(
        "state.verify: {}: expected a buffer that '{}' writes, found one that is no argument of a "
        "kernel and no target of a copy or a fill there",
        name, launch->work().description);
}

/// One output alone is `float`; several are `float, double`.
std::string text_of(std::span<const ElementType> types) {
  std::string text;
  for (const auto type : types)
    text += fmt::format("{}{}", text.empty() ? "" : ", ", to_string(type));
  return text;
}

template <class Outputs, class TypeOf>
std::vector<ElementType> types_of(const Outputs& outputs, const TypeOf& type_of) {
  std::vector<ElementType> types;
  for (const auto& output : outputs) types.push_back(type_of(output));
  return types;
}

}  // namespace

void detail::refuse_expected(std::size_t elements, std::size_t found) {
  api::refuse("out, inout: expected values as many as the buffer has elements, {}, found {}",
              elements, found);
}

std::span<State::Impl::Checked> State::Impl::outputs_with(const Checked& checked) {
  return std::span(checked_).subspan(checked.first, checked.outputs);
}

State::Impl::Fill State::Impl::expected_values(std::span<const Output> outputs, std::size_t index,
                                               const std::string& name) const {
  const auto& output = outputs[index];
  if (output.expected)
    return {{output.type}, [run = output.expected](detail::Bytes all) { run(all.front()); }};
  if (!expected_ && references_.empty())
    api::refuse(
        "state.verify: {}: expected a state.reference or a state.expect before it, or values of "
        "its own, found none",
        name);
  const Fill& fill = expected_ ? *expected_ : references_.front().fill;
  const auto types = types_of(outputs, [](const Output& of) { return of.type; });
  if (fill.types == types) return fill;
  const auto what = expected_ ? std::string("state.expect")
                              : fmt::format("the reference {}", references_.front().name);
  if (fill.types.size() != types.size())
    api::refuse(
        "state.verify: {}: expected a std::span for each of the {} outputs in {}, or values of its "
        "own (out(buffer, values)), found {}",
        name, types.size(), what, fill.types.size());
  api::refuse("state.verify: {}: expected values of {} as in the buffer{}, found {} that writes {}",
              name, text_of(types), types.size() == 1 ? "" : "s", what, text_of(fill.types));
}

void State::Impl::add_outputs(const detail::CheckParts& parts,
                              const std::optional<Launch>& launch) {
  const std::span<const Output> outputs(parts.outputs);
  const auto first = checked_.size();
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& output = outputs[i];
    const auto name = name_of(outputs, i, launch);
    require_output(outputs, i, name, launch);
    const auto& tolerance = output.tolerance ? output.tolerance : parts.tolerance;
    if (!tolerance)
      api::refuse("state.verify: {}: expected a tolerance of its own or of the check, found none",
                  name);
    require_amounts(*tolerance);
    auto launches = launch ? launch->work().launches : std::vector<std::uint64_t>{};
    checked_.push_back(Checked{output, *tolerance, expected_values(outputs, i, name),
                               std::move(launches), outputs.size() > 1 ? name : std::string(),
                               first, outputs.size()});
  }
}

std::vector<HostMemory> State::Impl::values_of(const Fill& fill, std::span<const Checked> outputs) {
  std::vector<HostMemory> values;
  std::vector<std::span<std::byte>> bytes;
  for (const auto& output : outputs) bytes.push_back(values.emplace_back(output.size()).bytes());
  const InPhase phase(Phase::kReference);
  fill.run(bytes);
  return values;
}

void State::Impl::expect(Checked& checked) {
  if (checked.expected) return;
  if (checked.has_own_values()) {
    auto values = values_of(checked.fill, std::span(&checked, 1));
    checked.expected.emplace(std::move(values.front()));
    return;
  }
  const auto outputs = outputs_with(checked);
  auto values = values_of(checked.fill, outputs);
  for (std::size_t i = 0; i < outputs.size(); ++i)
    if (!outputs[i].has_own_values() && !outputs[i].expected)
      outputs[i].expected.emplace(std::move(values[i]));
}

/// Another reference that agrees with the device, where the first one gave the expected values.
std::string State::Impl::who_else_is_right(const Checked& checked,
                                           std::span<const std::byte> found) {
  if (expected_ || checked.has_own_values()) return {};
  const auto outputs = outputs_with(checked);
  const auto index = static_cast<std::size_t>(&checked - outputs.data());
  for (std::size_t i = 1; i < references_.size(); ++i) {
    const auto& other = references_[i];
    if (other.fill.types != references_.front().fill.types) continue;
    const auto values = values_of(other.fill, outputs);
    if (compare(checked.output.type, values[index].bytes(), found, checked.tolerance).mismatched !=
        0)
      continue;
    if (checked.first > 0)
      api::refuse(
          "state.verify: expected the reference {} to be of this output too, found that it is not, "
          "and that the reference {} is: the references of a body write the outputs of one check. "
          "Check both outputs by one state.verify, with a std::span for each in every reference, "
          "or give each its own values (out(buffer, values))",
          references_.front().name, other.name);
    return fmt::format(
        "; but the reference {} agrees with the device: the reference {}, by which it was "
        "judged, seems to be wrong",
        other.name, references_.front().name);
  }
  return {};
}

/// Expected values that were given for another output than theirs.
std::string State::Impl::which_other_is_it(const Checked& checked,
                                           std::span<const std::byte> found) {
  const auto outputs = outputs_with(checked);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& other = outputs[i];
    if (&other == &checked || other.output.type != checked.output.type ||
        other.size() != checked.size())
      continue;
    if (compare(other.output.type, other.expected->bytes(), found, other.tolerance).mismatched == 0)
      return fmt::format(
          "; it holds what is expected of output {}: the values, or the spans of the reference, "
          "may "
          "be given in another order than the outputs",
          i + 1);
  }
  return {};
}

void State::Impl::require_types(const NamedReference& reference) {
  const auto types =
      types_of(first_check(), [](const Checked& checked) { return checked.output.type; });
  if (reference.fill.types == types) return;
  if (types.size() == 1)
    api::refuse(
        "state.reference: expected elements of {} as in the first output checked, found {} in "
        "the reference {}",
        text_of(types), text_of(reference.fill.types), reference.name);
  api::refuse(
      "state.reference: expected a std::span for each of the {} outputs of the first check ({}), "
      "found {} in the reference {}",
      types.size(), text_of(types), text_of(reference.fill.types), reference.name);
}

}  // namespace tickbench
