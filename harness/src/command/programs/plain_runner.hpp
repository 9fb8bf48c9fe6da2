// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include "programs/plain_check.hpp"
#include "programs/plain_sampling.hpp"

namespace tickbench::programs {

/// Runs the processes of one benchmark's check, all within one time-out.
class PlainRunner {
 public:
  /// `device`: what it runs on.
  PlainRunner(const PlainCheck& check, const PlainList& list, const std::string& device,
              const ProgramRunner& processes, Seconds timeout)
      : check_(check), list_(list), device_(device), processes_(processes), timeout_(timeout) {}

  PlainRun run(const PlainBenchmark& benchmark, int repetitions);
  Seconds elapsed() const { return std::chrono::steady_clock::now() - begin_; }

 private:
  std::vector<std::string> flags_of(const PlainBenchmark& benchmark, int repetitions) const;
  void take_results(ProgramEnd& process, const PlainBenchmark& benchmark, PlainRun& run) const;

  const PlainCheck& check_;
  const PlainList& list_;
  const std::string& device_;
  const ProgramRunner& processes_;
  Seconds timeout_;
  std::size_t count_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace tickbench::programs
