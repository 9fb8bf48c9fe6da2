// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "trials/outputs.hpp"

#include <cmath>
#include <vector>

#include "base/digest.hpp"
#include "clock/phases.hpp"
#include "verification/elements.hpp"

namespace tickbench::api {
namespace {

/// A comparison with a NaN is always false; only equality is within a negative amount.
void require_amounts(const Tolerance& tolerance) {
  for (const double amount : {tolerance.ulps, tolerance.relative, tolerance.absolute})
    if (!std::isfinite(amount) || amount < 0)
      refuse("state.verify: expected a tolerance of finite amounts of at least 0, found {:g}",
             amount);
}

/// Of a launch whose targets are known; null where it writes none of this buffer.
const WriteTarget* find_target(const Launch& launch, const Output& output) {
  const auto found = std::ranges::find_if(*launch.targets(), [&](const WriteTarget& target) {
    return target.is_written && target.memory == output.memory;
  });
  return found == launch.targets()->end() ? nullptr : &*found;
}

/// "output 2 of 2 (argument 3 of 'saxpy')"; one alone is "the output (...)".
std::string output_name(std::span<const Output> outputs, std::size_t index,
                        const std::optional<Launch>& launch) {
  auto number = outputs.size() == 1 ? std::string("the output")
                                    : fmt::format("output {} of {}", index + 1, outputs.size());
  if (!launch || !launch->targets() || outputs[index].memory == nullptr) return number;
  const auto* const target = find_target(*launch, outputs[index]);
  return target == nullptr ? number : fmt::format("{} ({})", number, target->role);
}

void require_output(std::span<const Output> outputs, std::size_t index, const std::string& name,
                    const std::optional<Launch>& launch) {
  const auto& output = outputs[index];
  if (!output.read || !output.write)
    refuse("state.verify: {}: expected callbacks read and write, found an empty function", name);
  if (output.count == 0) refuse("state.verify: {}: expected an output with elements", name);
  if (output.memory == nullptr) return;
  for (std::size_t i = 0; i < index; ++i)
    if (outputs[i].memory == output.memory)
      refuse("state.verify: {}: expected each buffer once, found that of output {} again", name,
             i + 1);
  if (launch && launch->targets() && find_target(*launch, output) == nullptr)
    refuse(
        "state.verify: {}: expected a buffer that '{}' writes, found one that is no argument of a "
        "kernel and no target of a copy or a fill there",
        name, launch->work().description);
}

/// One output alone is `float`; several are `float, double`.
std::string listed(std::span<const ElementType> types) {
  std::vector<std::string> names;
  for (const auto type : types) names.emplace_back(to_string(type));
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

void CheckedOutput::require_write(std::span<std::byte> memory) const {
  if (output.memory != nullptr) return;
  // They may convert what they read and write.
  const auto read_back = [&](verification::Poison poison) {
    verification::poison(output.type, memory, poison);
    output.write(memory);
    std::ranges::fill(memory, std::byte{});
    output.read(memory);
    return digest_of(memory);
  };
  const bool is_same =
      read_back(verification::Poison::kFirst) == read_back(verification::Poison::kSecond);
  restore_input();
  if (is_same)
    refuse(
        "state.verify: {}: expected its function read to give what its function write wrote, found "
        "the same after two poisons: nothing could be seen of a launch that writes nothing",
        name.empty() ? "the output" : name);
}

OutputValues written_values(const detail::Fill& fill, std::span<const CheckedOutput> outputs,
                            bool has_poison) {
  OutputValues values(outputs);
  for (std::size_t i = 0; has_poison && i < outputs.size(); ++i)
    poison(outputs[i].output.type, values.bytes[i]);
  const InPhase phase(Phase::kReference);
  fill.run(values.bytes);
  return values;
}

detail::Fill Outputs::expected_values(std::span<const Output> outputs, std::size_t index,
                                      const std::string& name) const {
  if (const auto& own = outputs[index].expected)
    return {{outputs[index].type}, [own](detail::Bytes all) { own(all.front()); }};
  if (!expected_ && references_.empty())
    refuse(
        "state.verify: {}: expected a state.reference or a state.expect before it, or values of "
        "its own, found none",
        name);
  const auto& fill = expected_ ? *expected_ : references_.front().fill;
  std::vector<ElementType> types;
  for (const auto& output : outputs) types.push_back(output.type);
  if (fill.types == types) return fill;
  const auto source = expected_ ? "state.expect" : "the reference " + references_.front().name;
  if (fill.types.size() != types.size())
    refuse(
        "state.verify: {}: expected a std::span for each of the {} outputs in {}, or values of its "
        "own (out(buffer, values)), found {}",
        name, types.size(), source, fill.types.size());
  refuse("state.verify: {}: expected values of {} as in the buffer{}, found {} that writes {}",
         name, listed(types), types.size() == 1 ? "" : "s", source, listed(fill.types));
}

void Outputs::require_types(const NamedReference& reference) {
  std::vector<ElementType> types;
  for (const auto& checked : first_check()) types.push_back(checked.output.type);
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

std::span<CheckedOutput> Outputs::add(const detail::CheckParts& parts,
                                      const std::optional<Launch>& launch) {
  const std::span<const Output> outputs(parts.outputs);
  const auto first = all_.size();
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& output = outputs[i];
    const auto name = output_name(outputs, i, launch);
    require_output(outputs, i, name, launch);
    const auto& tolerance = output.tolerance ? output.tolerance : parts.tolerance;
    if (!tolerance)
      refuse("state.verify: {}: expected a tolerance of its own or of the check, found none", name);
    require_amounts(*tolerance);
    all_.push_back({.output = output,
                    .tolerance = *tolerance,
                    .fill = expected_values(outputs, i, name),
                    .launches = launch ? launch->work().launches : std::vector<std::uint64_t>{},
                    .name = outputs.size() > 1 ? name : std::string(),
                    .number = first + i,
                    .first = first,
                    .outputs = outputs.size()});
  }
  return std::span(all_).subspan(first);
}

void Outputs::expect(CheckedOutput& checked) {
  if (checked.expected) return;
  const bool is_alone = checked.has_own_values();
  const auto outputs = is_alone ? std::span(&checked, 1) : check_outputs(checked);
  auto values = written_values(checked.fill, outputs);
  for (std::size_t i = 0; i < outputs.size(); ++i)
    if (outputs[i].has_own_values() == is_alone && !outputs[i].expected)
      outputs[i].expected.emplace(std::move(values.memory[i]));
}

/// Expected values that are right only where their span was zero before.
std::string Outputs::added_values(const CheckedOutput& checked, std::span<const std::byte> found) {
  std::span<const CheckedOutput> outputs = check_outputs(checked);
  if (checked.has_own_values()) outputs = std::span(&checked, 1);
  const auto index = checked.has_own_values() ? 0 : checked.number - checked.first;
  const auto values = written_values(checked.fill, outputs, false);
  if (!checked.accepts(values.bytes[index], found) ||
      std::ranges::equal(values.bytes[index], checked.expected->bytes()))
    return {};
  return "; the expected values agree with the device where their span is zero before: the "
         "reference, or state.expect, adds to what it finds there, or leaves elements out";
}

/// Another reference that agrees with the device, where the first one gave the expected values.
std::string Outputs::agreeing_reference(const CheckedOutput& checked,
                                        std::span<const std::byte> found) {
  if (expected_ || checked.has_own_values()) return {};
  for (const auto& reference : std::span(references_).subspan(1)) {
    if (reference.fill.types != references_.front().fill.types) continue;
    const auto values = written_values(reference.fill, check_outputs(checked));
    if (!checked.accepts(values.bytes[checked.number - checked.first], found)) continue;
    if (checked.first > 0)
      refuse(
          "state.verify: expected the reference {} to be of this output too, found that it is not, "
          "and that the reference {} is: the references of a body write the outputs of one check. "
          "Check both outputs by one state.verify, with a std::span for each in every reference, "
          "or give each its own values (out(buffer, values))",
          references_.front().name, reference.name);
    return fmt::format(
        "; but the reference {} agrees with the device: the reference {}, by which it was "
        "judged, seems to be wrong",
        reference.name, references_.front().name);
  }
  return {};
}

/// Expected values that were given for another output than theirs.
std::string Outputs::output_with_values(const CheckedOutput& checked,
                                        std::span<const std::byte> found) {
  const auto outputs = check_outputs(checked);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& candidate = outputs[i];
    if (&candidate == &checked || candidate.output.type != checked.output.type ||
        candidate.size() != checked.size())
      continue;
    if (candidate.accepts(candidate.expected->bytes(), found))
      return fmt::format(
          "; it holds what is expected of output {}: the values, or the spans of the reference, "
          "may be given in another order than the outputs",
          i + 1);
  }
  return {};
}

void Outputs::require_links(const Work& work) const {
  if (work.launches.empty() || was_checked(work)) return;
  for (const auto& checked : all_) {
    if (checked.launches.size() < 2) continue;
    auto found = work.launches.begin();
    for (std::size_t i = 0; i < checked.launches.size(); ++i) {
      found = std::find(found, work.launches.end(), checked.launches[i]);
      if (found == work.launches.end())
        refuse(
            "state.measure: expected the chain of {} launches that was verified, found '{}', which "
            "lacks number {} of them in its place: what that one writes for the others is still "
            "there from the check. A Launch that is made twice counts as two: keep the first, or "
            "say state.waive(Check::kAfterTiming, \"why\")",
            checked.launches.size(), work.description, i + 1);
      ++found;
    }
  }
}

}  // namespace tickbench::api
