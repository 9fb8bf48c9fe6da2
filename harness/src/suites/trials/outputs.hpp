// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measurement/host_memory.hpp"
#include "trials/body.hpp"
#include "verification/poison.hpp"

namespace tickbench::api {

/// An output that a check was stated for, with what the check after the timing needs of it.
struct CheckedOutput {
  Output output;
  Tolerance tolerance;
  detail::Fill fill;  ///< the expected values of all outputs of its check, or of itself alone
  std::vector<std::uint64_t> launches;   ///< that were checked; none: the benchmark's own code
  std::string name;                      ///< "output 2 of 2 (...)"; empty: it is the only one
  std::size_t number;                    ///< in the body
  std::size_t first, outputs;            ///< of its check: the number of the first, how many
  std::optional<HostMemory> expected{};  ///< nothing where an earlier repetition compared them
  std::optional<HostMemory> input{};     ///< of inout

  std::size_t size() const { return output.count * size_of(output.type); }
  /// It covers all of its buffer.
  bool is_whole() const { return output.memory != nullptr && size() == output.memory->size(); }
  bool has_own_values() const { return output.expected != nullptr; }
  std::string named(const std::string& message) const {
    return name.empty() || message.empty() ? message : name + ": " + message;
  }
  /// What it holds now.
  HostMemory contents() const {
    HostMemory now(size(), HostMemory::Contents::kAny);
    output.read(now.bytes());
    return now;
  }
  void restore_input() const {
    if (input) output.write(input->bytes());
  }
  bool accepts(std::span<const std::byte> values, std::span<const std::byte> found) const {
    return compare(output.type, values, found, tolerance).mismatched == 0;
  }
  /// Poison, or its input, into the output. `memory` is as large, for the poison.
  void reset(std::span<std::byte> memory, verification::Poison poison) const {
    if (output.is_inout) return restore_input();
    verification::poison(output.type, memory, poison);
    output.write(memory);
  }
  /// Throws Error (kInvalidBenchmark) where memory of the benchmark's own does not take poison.
  void require_write(std::span<std::byte> memory) const;
};

/// Memory for the values of several outputs.
struct OutputValues {
  explicit OutputValues(std::span<const CheckedOutput> outputs) {
    for (const auto& output : outputs) bytes.push_back(memory.emplace_back(output.size()).bytes());
  }

  std::vector<HostMemory> memory;
  std::vector<std::span<std::byte>> bytes;
};
/// Into poison, or into zeros.
OutputValues written_values(const detail::Fill& fill, std::span<const CheckedOutput> outputs,
                            bool has_poison = true);

struct NamedReference {
  std::string name;
  detail::Fill fill;
  std::optional<Seconds> taken;  ///< the checked run's, where it is the first sample
};

/// The outputs of a body's checks: their names, the launches checked, the expected values.
class Outputs {
 public:
  void add_reference(Reference reference, detail::Fill fill) {
    const auto name = reference.name;
    if (std::ranges::find(references_, name, &NamedReference::name) != references_.end())
      refuse("state.reference(\"{}\"): expected each name once in a body, found it twice", name);
    references_.push_back({std::string(name), std::move(fill), {}});
  }
  void set_expected(detail::Fill fill) { expected_ = std::move(fill); }
  std::vector<NamedReference>& references() { return references_; }
  /// Else the first reference gives the expected values of outputs without their own.
  bool has_expected() const { return expected_.has_value(); }
  /// Throws Error unless it writes the outputs of the first check.
  void require_types(const NamedReference& reference);

  /// Those of one check. Throws Error (kInvalidBenchmark) where they make no sense.
  std::span<CheckedOutput> add(const detail::CheckParts& parts,
                               const std::optional<Launch>& launch);
  std::span<CheckedOutput> all() { return all_; }
  std::span<CheckedOutput> first_check() { return check_outputs(all_.front()); }
  /// Fills in the expected values of the output, and of those that come with them.
  void expect(CheckedOutput& checked);
  /// Of wrong values: what else they agree with.
  std::string explain(const CheckedOutput& checked, std::span<const std::byte> found) {
    return agreeing_reference(checked, found) + added_values(checked, found) +
           output_with_values(checked, found);
  }

  bool was_checked(const Work& work) const {
    return !work.launches.empty() &&
           std::ranges::find(all_, work.launches, &CheckedOutput::launches) != all_.end();
  }
  /// Refuses a launch that lacks a link of the checked chain, whose results are still there.
  void require_links(const Work& work) const;
  /// Those that this work writes: all, where no check was of this very launch.
  std::vector<CheckedOutput*> written_by(const Work& work) {
    const bool is_known = was_checked(work);
    std::vector<CheckedOutput*> written;
    for (auto& checked : all_)
      if (!is_known || checked.launches == work.launches) written.push_back(&checked);
    return written;
  }

 private:
  /// All of the check that this output belongs to.
  std::span<CheckedOutput> check_outputs(const CheckedOutput& checked) {
    return std::span(all_).subspan(checked.first, checked.outputs);
  }
  /// Those of the n-th of these outputs.
  detail::Fill expected_values(std::span<const Output> outputs, std::size_t index,
                               const std::string& name) const;
  std::string agreeing_reference(const CheckedOutput& checked, std::span<const std::byte> found);
  std::string added_values(const CheckedOutput& checked, std::span<const std::byte> found);
  std::string output_with_values(const CheckedOutput& checked, std::span<const std::byte> found);

  std::optional<detail::Fill> expected_;
  std::vector<NamedReference> references_;
  std::vector<CheckedOutput> all_;
};

}  // namespace tickbench::api
