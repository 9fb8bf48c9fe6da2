// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <functional>

#include "api/checks.hpp"
#include "api/references.hpp"

namespace tickbench {

/// Behind State: one call of one body, topic by topic.
struct State::Impl {
  Impl(api::BenchmarkCase& benchmark_case, results::Record& record, api::BodyContext& context);

  void verify(const detail::CheckParts& parts);
  void measure(const api::MeasuredWork& measured);
  /// After the body: refuses one that never measured, and one that caught what a check or a
  /// measurement threw.
  void finish() const;

  api::Body body;
  api::Outputs outputs;
  api::References references{body, outputs};
  api::TrialChecks trial_checks{body};
  api::Checks checks{body, outputs, trial_checks};

 private:
  /// Keeps what `step` throws, so that a body which catches it fails all the same.
  void keep_failure(const std::function<void()>& step);
  void measure_once(const api::MeasuredWork& measured);
  void take_all(const api::MeasuredWork& measured);

  bool is_measured_ = false;
  std::exception_ptr failure_;  ///< the first of a check or a measurement
};

}  // namespace tickbench
