// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trials/body.hpp"

namespace tickbench::api {

/// The runs of a body for its checks alone, under two random inputs and with two poisons, before
/// the one that the results show, or up to it where only checks are asked for. One time-out holds.
class Trials {
 public:
  /// Runs the body once, into this record; null: as it is measured. What it throws passes through.
  /// `fresh`: the inputs that change between its brackets; null: they do not.
  using RunBody = std::function<void(results::Record& record, Trial* trial, FreshInputs* fresh)>;

  /// `left`: how much the benchmark's time-out leaves. `fresh_seed`: by which further inputs are
  /// drawn for the run that is measured; nothing: it has one.
  Trials(BenchmarkCase& benchmark_case, results::Record& record, RunBody run_body, HostClock& host,
         std::function<Seconds()> left, std::optional<unsigned> fresh_seed)
      : case_(benchmark_case),
        record_(record),
        run_body_(std::move(run_body)),
        host_(host),
        remaining_time_(std::move(left)),
        fresh_seed_(fresh_seed) {}

  /// All of them, and the run that the results show. Throws what the first failing one does.
  void run();

 private:
  void rehearse(Trial& trial);
  /// As `rehearse`, and keeps its inputs, where there is room: whether there was.
  bool rehearse_for(FreshInputs& fresh, Trial& trial);
  void measure_fresh(Trial& second);
  void attempt(Trial& trial);
  /// Whether the device had room for the buffers and their bands.
  bool run_with_room(Trial& trial);
  void judge_draws(const Trial& second);
  /// The message of a check that found wrong values, with the memory that they depend on.
  std::string explain(const Trial& failed, const std::string& message);
  std::string name_dependence(const Trial& failed, const std::vector<std::byte>& repeated,
                              const std::vector<std::byte>& opposite);
  /// What the check that failed finds with another poisoning; nothing where it is not reached.
  std::vector<std::byte> found_with(const Trial& failed, const bands::Poisoning& poisoning);

  BenchmarkCase& case_;
  results::Record& record_;
  RunBody run_body_;
  HostClock& host_;
  std::function<Seconds()> remaining_time_;
  std::chrono::nanoseconds begin_{};        ///< of the trial at hand
  Seconds try_duration_{}, looks_until_{};  ///< while a failed one is looked into
  std::optional<unsigned> fresh_seed_;
  std::vector<std::string> omissions_;
  bool is_single_input_ = false;  ///< the body draws none
};

}  // namespace tickbench::api
