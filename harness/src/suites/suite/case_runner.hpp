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
  /// For one that takes as long as the longest so far.
  void require_room() const {
    const auto& budget = state_.options.run_budget;
    if (budget && longest_ > Seconds(0) && elapsed() + longest_ > *budget)
      throw Error(Outcome::kLeftOut,
                  fmt::format("--tickbench_run_budget={:g} has no room for it", budget->count()));
  }
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
