// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "api/outputs.hpp"

namespace tickbench::api {

/// What the checks of a body look at besides the values of its outputs: the bands around its
/// buffers, and a second random input.
class TrialChecks {
 public:
  explicit TrialChecks(Body& body) : body_(body) {}

  /// Whether this run is a trial before the one that the results show.
  bool is_rehearsal() const { return body_.trial != nullptr && !body_.trial->is_shown; }
  verification::Poison output_poison() const;
  /// In a trial behind poison in local memory.
  void launch(const std::function<void()>& launch);
  /// In a trial: a write outside of a buffer.
  std::optional<std::string> written_outside();
  /// Throws Error at the output that the trial ends at.
  void end_at(const CheckedOutput& checked, std::span<const std::byte> found);
  /// Adds what else is wrong, and keeps wrong values.
  void judge(const CheckedOutput& checked, std::span<const std::byte> found, CheckResult& result);
  /// Of a right check: compares what is expected with that under the other random input.
  void compare_inputs(const CheckedOutput& checked, std::span<const std::byte> found);
  /// Whether the body has to run once more, under the next random input: it was checked under its
  /// first one, and a result has few elements. `measure` then does nothing.
  bool need_second_input() const { return need_second_input_; }

 private:
  bands::GuardedDevice* device() const {
    return body_.trial != nullptr ? body_.trial->device : nullptr;
  }
  void keep(const CheckedOutput& checked, std::span<const std::byte> found);
  unsigned seed() const {
    return body_.trial != nullptr ? body_.trial->seed : body_.benchmark_case.seed;
  }

  Body& body_;
  bool need_second_input_ = false;
};

/// The checks of a body: of its outputs by `verify`, of what was timed after the timing, and of
/// what the body declares.
class Checks {
 public:
  Checks(Body& body, Outputs& outputs, TrialChecks& trial_checks)
      : body_(body), outputs_(outputs), trial_(trial_checks) {}

  /// Throws Error where a result is wrong.
  void verify(const detail::CheckParts& parts);

  /// Before the timing: the contents to which an inout output is put back after it.
  void keep_inputs();
  /// After the timing: one more launch, as it was timed, has to give the right results still.
  void verify_timed(TimedQueue& queue, const Work& work);
  void require_finite();

  // What a benchmark says of itself, held against what is known. They throw Error.
  /// Of code of the benchmark's own: that it enqueues something, and waits for nothing.
  void probe(const MeasuredWork& measured);
  /// The bytes that it writes.
  void require_declared(const Work& work);
  /// Rates over what the device can do.
  void require_rates(const Work& work) const;

 private:
  void check(const std::function<void()>& run, std::span<CheckedOutput> outputs);
  results::CheckReport report(const CheckedOutput& checked, std::span<const std::byte> found);
  CheckResult judge(const CheckedOutput& checked, std::span<const std::byte> found) const;
  void compare_timed(CheckedOutput& checked, const Work& work, std::span<std::byte> found);

  Body& body_;
  Outputs& outputs_;
  TrialChecks& trial_;
};

}  // namespace tickbench::api
