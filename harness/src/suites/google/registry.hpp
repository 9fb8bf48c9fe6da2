// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <string>
#include <vector>

#include "api/registration.hpp"

namespace tickbench::google {

/// The names of the program's benchmarks that are registered with Google Benchmark's own
/// BENCHMARK().
std::vector<std::string> plain_benchmarks(const std::string& program);

/// For good: the minimum time of 0 that ours need would make one iteration of each of them.
void leave_out_plain_benchmarks();

/// Runs these and none of ours, as Google Benchmark's own main does. Returns the exit status.
int run_plain(std::vector<std::string> arguments);

/// What is registered with Google Benchmark, whose registry is the process's: left empty, whatever
/// happens.
class Registry {
 public:
  /// Throws UsageError for a flag that this Google Benchmark does not know.
  explicit Registry(std::vector<std::string> arguments);
  Registry(const Registry&) = delete;
  Registry& operator=(const Registry&) = delete;
  ~Registry() { benchmark::ClearRegisteredBenchmarks(); }

  void add(const api::Instance& instance, const std::function<void(benchmark::State&)>& run);

 private:
  std::vector<std::string> arguments_;  ///< Google Benchmark keeps a pointer to the first
};

}  // namespace tickbench::google
