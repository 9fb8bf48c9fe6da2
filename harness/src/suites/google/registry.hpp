// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "api/registration.hpp"
#include "results/record.hpp"

/// The differences between the versions of Google Benchmark: the only such place.
namespace tickbench::google {

using Run = benchmark::BenchmarkReporter::Run;

/// One for each of its reporters.
enum class Format { kConsole, kJson, kCsv };

/// Until 1.7 a run has `error_occurred`, from 1.8 on `skipped`, whose enumerators are in
/// benchmark::internal until 1.9 and in benchmark after.
template <class R>
void mark_failed(R& run, const std::string& message) {
  if constexpr (requires { run.error_occurred; }) {
    run.error_occurred = true;
    run.error_message = message;
  } else {
    // NotSkipped, SkippedWithMessage, SkippedWithError
    run.skipped = static_cast<decltype(run.skipped)>(2);
    run.skip_message = message;
  }
}

template <class S>
void skip(S& state, const std::string& message) {
  if constexpr (requires { state.SkipWithMessage(message.c_str()); })
    state.SkipWithMessage(message.c_str());
  else
    state.SkipWithError(message.c_str());
}

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

/// Hands a finished repetition to Google Benchmark: as many `iterations` as there are samples, each
/// lasting the median, so that its Time is the median (it would show the mean of the samples, which
/// follows outliers); the metrics as plain counters; a failure or a skip as an error row.
///
/// `device`: put before the label where several devices share the table; else empty.
void replay(const results::Record& record, std::int64_t iterations, const std::string& device,
            benchmark::State& state);

/// Its usual words, so that all rows have the same columns.
constexpr std::string_view kUsualLabel = "±0.5 % !, held";

/// What stands at the end of a row: how well its time is known, `held`, `nothing_to_check`, ...
std::string label(const results::Record& record, const std::string& device);

/// The same as a finished run, for a repetition that Google Benchmark will not report any more.
Run unreported_run(const results::Record& record, const api::Instance& instance, int repetitions,
                   const std::string& device);

}  // namespace tickbench::google
