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

}  // namespace tickbench::api
