// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "programs/plain_sampling.hpp"
#include "programs/program.hpp"

namespace tickbench::programs {

/// What all processes of a check get of the program's flags.
ProgramFlags common_flags(std::vector<std::string> flags);

/// Runs the processes of one benchmark's check, all within one time-out.
class PlainRunner {
 public:
  struct Program {
    std::string path;
    std::vector<std::string> flags;
    std::string device;         ///< what it runs on
    bool takes_suffix = false;  ///< --benchmark_min_time=0.1s
  };
  /// `processes`: with `common_flags`.
  PlainRunner(Program program, const ProgramRunner& processes, Seconds min_time, Seconds timeout);

  PlainRun run(const PlainBenchmark& benchmark, int repetitions);
  Seconds elapsed() const { return std::chrono::steady_clock::now() - begin_; }

 private:
  std::vector<std::string> flags_of(const PlainBenchmark& benchmark, int repetitions) const;
  void take_results(ProgramEnd& process, const PlainBenchmark& benchmark, PlainRun& run) const;

  Program program_;
  Seconds min_time_, timeout_;
  const ProgramRunner& processes_;
  std::size_t count_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace tickbench::programs
