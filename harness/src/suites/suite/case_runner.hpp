// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "suite/ending.hpp"
#include "trials/trials.hpp"

namespace tickbench::suite {

/// Runs the bodies of cases, one repetition at a time.
class CaseRunner {
 public:
  CaseRunner(RunState& state, Ending& ending)
      : state_(state), ending_(ending), begin_(state.environment.host->now()) {}

  /// One repetition: Google Benchmark calls it once for each, and is handed what it found.
  void run(RegisteredCase& benchmark_case, benchmark::State& google_state);

 private:
  class Context;

  Seconds elapsed() const { return state_.environment.host->now() - begin_; }
  void require_room() const;
  void run_body(RegisteredCase& benchmark_case, results::Record& record);
  void run_and_try(RegisteredCase& benchmark_case, results::Record& record, Context& context);
  static void call_body(RegisteredCase& benchmark_case, results::Record& record, Context& context);
  RegisteredCase& case_of(DeviceSlot& slot, const api::RatioPartner& partner);
  void run_partner(DeviceSlot& slot, const api::RatioPartner& partner);

  RunState& state_;
  Ending& ending_;
  std::chrono::nanoseconds begin_;
  Seconds longest_{};  ///< that one benchmark took, with its repetitions
  std::map<std::pair<const DeviceSlot*, std::string>, RegisteredCase> partners_;
};

}  // namespace tickbench::suite
