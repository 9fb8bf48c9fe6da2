// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <string>
#include <vector>

#include "api/registration.hpp"

namespace tickbench::google {

/// Throws UsageError where the program has benchmarks registered with Google Benchmark's own
/// BENCHMARK(): the minimum time of 0 that ours need would make one iteration of each of theirs.
void refuse_plain_benchmarks(const std::string& program);

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
