// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>

#include "api/timing.hpp"

namespace tickbench::api {

/// Samples the baseline of a body that was measured, judges its floors, and samples on where one is
/// open. A ratio needs the body of another benchmark, its partner, at the same time.
///
/// A body owns its buffers, which are gone when it returns. So each partner's body runs inside the
/// `measure` of the body before it, and the looks are taken in the innermost one:
///
///     body of the benchmark
///       measure: takes its times
///       | body of partner 1
///       |   measure: takes its times, then `partner.then`
///       |   | body of partner 2
///       |   |   measure: takes its times, then `partner.then`
///       |   |   | the looks: all three bodies are there
void judge_floors(Body& body, const floors::Running& running);

}  // namespace tickbench::api

namespace tickbench {

struct detail::PendingMeasurement {
  State::Impl& impl;
  TimedQueue& queue;
  Work work;
  bool is_own_queue;                       ///< the benchmark's
  std::function<void*()> native_handle{};  ///< of the device's own; empty: it has none
  std::optional<Launch> launch{};          ///< nothing: the benchmark's own code
  const Launch* reset = nullptr;           ///< null: none, or the benchmark's own code
};

/// Behind State: one call of one body, topic by topic.
struct State::Impl {
  Impl(api::BenchmarkCase& benchmark_case, results::Record& record, api::BodyContext& context);

  void verify(const detail::CheckParts& parts) {
    keep_failure([&] {
      if (is_measured_) api::refuse("state.verify: expected before state.measure");
      checks.verify(parts);
    });
  }
  void measure(const api::MeasuredWork& measured) {
    keep_failure([&] { measure_once(measured); });
    body.context.enter(api::kOwnCode);
  }
  /// After the body: refuses one that never measured, or that caught a failure of a step.
  void finish() const {
    if (failure_) std::rethrow_exception(failure_);
    if (!is_measured_) api::refuse("the body returned without state.measure: expected one call");
  }
  /// Refuses in the name of this call an index beyond the benchmark's arguments.
  std::int64_t argument(std::string_view call, std::size_t index) const;

  api::Body body;
  api::Outputs outputs;
  api::References references{body, outputs};
  api::Checks checks{body, outputs};
  const std::uint64_t backend_uses = detail::backend_uses;  ///< before the body

 private:
  /// Keeps what `step` throws, so that a body which catches it fails all the same.
  void keep_failure(const std::function<void()>& step);
  void measure_once(const api::MeasuredWork& measured);
  void note_launches(const api::MeasuredWork& measured);
  void open_for_rates(const api::MeasuredWork& measured);
  void take_all(const api::MeasuredWork& measured);
  void take_times(const api::MeasuredWork& measured, const Work& work);

  bool is_measured_ = false;
  std::exception_ptr failure_;  ///< the first of a check or a measurement
};

}  // namespace tickbench
