// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trials/outputs.hpp"

namespace tickbench::api {

/// The checks of a body: of its outputs, of what was timed after the timing, of what it declares.
/// Besides the values of outputs they look at the bands of buffers, and at a second input.
class Checks {
 public:
  Checks(Body& body, Outputs& outputs) : body_(body), outputs_(outputs) {}

  /// Throws Error where a result is wrong.
  void verify(const detail::CheckParts& parts);
  /// Whether this run is a trial before the one that the results show.
  bool is_rehearsal() const { return body_.trial != nullptr && !body_.trial->is_shown; }
  /// A result with few elements: the body runs once more, under the next input, before `measure`.
  bool need_second_input() const { return need_second_input_; }

  /// Where inputs are kept: what the outputs of this work are expected to be, under them.
  void note_expected(const Work& work);
  /// Throws Error where the run that is measured is to measure something else than its trial.
  void require_tried(const Work& work);

  /// Before the timing: the contents to which an inout output is put back after it.
  void keep_inputs();
  /// After the timing: one more launch, as it was timed, has to give the right results still.
  void verify_timed(TimedQueue& queue, const Work& work);
  /// And the last launch of a bracket as long as the timed ones.
  void verify_bracket(TimedQueue& queue, const Work& work);
  void require_finite();

  // What a benchmark says of itself, held against what is known. They throw Error.
  /// Of code of the benchmark's own: that it enqueues something, and waits for nothing.
  void probe(const MeasuredWork& measured);
  /// Words on what it declares of buffers, and on outputs that cover a part of theirs.
  void doubt_buffers(const MeasuredWork& measured);
  /// The bytes that it writes.
  void require_declared(const Work& work);
  /// Of work with inout outputs: that its time does not depend on what launches before it left.
  /// Once a benchmark, behind the timing.
  void require_no_history(const MeasuredWork& measured);
  /// Rates over what the device can do.
  void require_rates(const Work& work) const;

 private:
  /// What buffers hold before the check whose first output has this number; nothing: now.
  void note_inputs(std::optional<std::size_t> check);
  void check(const std::function<void()>& run, std::span<CheckedOutput> outputs);
  results::CheckReport report(const CheckedOutput& checked, std::span<const std::byte> found);
  CheckResult judge(const CheckedOutput& checked, std::span<const std::byte> found) const;
  /// Its reset alone does not give the results.
  void require_launch(TimedQueue& queue, const Work& work, std::span<CheckedOutput* const> written,
                      std::span<std::byte> memory);
  void compare_timed(CheckedOutput& checked, const Work& work, std::span<std::byte> found);

  bands::GuardedDevice* guarded_device() const {
    return body_.trial != nullptr ? body_.trial->device : nullptr;
  }
  unsigned seed() const {
    return body_.trial != nullptr ? body_.trial->seed : body_.benchmark_case.seed;
  }
  verification::Poison output_poison() const {
    return body_.trial != nullptr ? body_.trial->poisoning.at({bands::Site::Kind::kOutput})
                                  : verification::Poison::kFirst;
  }
  /// In a trial behind poison in local memory.
  void launch_poisoned(const std::function<void()>& launch);
  /// In a trial: a write outside of a buffer.
  std::optional<std::string> written_outside() {
    return guarded_device() != nullptr ? guarded_device()->written_outside() : std::nullopt;
  }
  /// Throws Error at the output that the trial ends at.
  void end_at(const CheckedOutput& checked, std::span<const std::byte> found) {
    if (body_.trial == nullptr || body_.trial->ends_at != checked.number) return;
    keep(checked, found);
    throw Error(Outcome::kWrongResult, "looked into");
  }
  /// Adds what else is wrong, and keeps wrong values.
  void judge_trial(const CheckedOutput& checked, std::span<const std::byte> found,
                   CheckResult& result);
  void keep(const CheckedOutput& checked, std::span<const std::byte> found) {
    body_.trial->found = {checked.number, checked.output.type, {found.begin(), found.end()}};
  }
  /// Throws Error where the same input has other expected values than in the trial.
  void require_same_values(const CheckedOutput& checked, Draw& draw);
  /// Of a right check: compares what is expected with that under the other random input.
  void compare_inputs(const CheckedOutput& checked, std::span<const std::byte> found);

  Body& body_;
  Outputs& outputs_;
  bool need_second_input_ = false;
  std::size_t checked_launches_ = 0;  ///< kernels of the last check, in a trial
};

}  // namespace tickbench::api
