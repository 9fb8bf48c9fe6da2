// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

#include "api/trial_checks.hpp"

namespace tickbench::api {

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
