// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "api/body.hpp"
#include "suite/cases.hpp"
#include "suite/ending.hpp"

namespace tickbench::suite {

/// The runs of a body for its checks alone, under two random inputs and with two poisons, before
/// the one that the results show. Where only checks are asked for, the second one is that one. All
/// of them have the benchmark's one time-out.
class Trials {
 public:
  /// Runs the body once, into this record; null: as it is measured. What it throws passes through.
  using RunBody = std::function<void(results::Record& record, api::Trial* trial)>;

  /// How much the benchmark's time-out leaves.
  using RemainingTime = std::function<Seconds()>;

  Trials(RegisteredCase& benchmark_case, results::Record& record, RunBody run_body, HostClock& host,
         RemainingTime left)
      : case_(benchmark_case),
        record_(record),
        run_body_(std::move(run_body)),
        host_(host),
        remaining_time_(std::move(left)) {}

  /// All of them, and the run that the results show. Throws what the first failing one does.
  void run();

 private:
  void rehearse(api::Trial& trial);
  void attempt(api::Trial& trial);
  /// Whether the device had room for the buffers and their bands.
  bool run_with_room(api::Trial& trial);
  void judge_draws(const api::Trial& second);
  /// The message of a check that found wrong values, with the memory that they depend on.
  std::string explain(const api::Trial& failed, const std::string& message);
  std::string name_dependence(const api::Trial& failed, const std::vector<std::byte>& repeated,
                              const std::vector<std::byte>& opposite);
  /// What the check that failed finds with another poisoning; nothing where it is not reached.
  std::vector<std::byte> found_with(const api::Trial& failed, const bands::Poisoning& poisoning);

  RegisteredCase& case_;
  results::Record& record_;
  RunBody run_body_;
  HostClock& host_;
  RemainingTime remaining_time_;
  std::chrono::nanoseconds begin_{};        ///< of the trial at hand
  Seconds try_duration_{}, looks_until_{};  ///< while a failed one is looked into
  std::vector<std::string> omissions_;
};

/// Runs the bodies of cases, one repetition at a time.
class CaseRunner {
 public:
  CaseRunner(RunState& state, Ending& ending) : state_(state), ending_(ending) {}

  /// One repetition: Google Benchmark calls it once for each, and is handed what it found.
  void run(RegisteredCase& benchmark_case, benchmark::State& google_state);

 private:
  class Context;

  void run_body(RegisteredCase& benchmark_case, results::Record& record);
  void run_and_try(RegisteredCase& benchmark_case, results::Record& record, Context& context);
  static void call_body(RegisteredCase& benchmark_case, results::Record& record, Context& context);
  /// Whether that was the last call; else one more follows, under the next random input.
  static bool call_once(RegisteredCase& benchmark_case, results::Record& record, Context& context);
  void run_partner(DeviceSlot& slot, const api::RatioPartner& partner);

  RunState& state_;
  Ending& ending_;
  std::map<std::pair<const DeviceSlot*, std::string>, RegisteredCase> partners_;
};

}  // namespace tickbench::suite
