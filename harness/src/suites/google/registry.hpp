// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/non_copyable.hpp"
#include "results/record.hpp"
#include "trials/registration.hpp"

/// The differences between the versions of Google Benchmark: the only such place.
namespace tickbench::google {

using Run = benchmark::BenchmarkReporter::Run;

/// One for each of its reporters, and tickbench's own table.
enum class Format { kConsole, kJson, kCsv, kTable };

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

/// Nothing: it has not failed.
template <class R>
std::optional<std::string> error_of(const R& run) {
  if constexpr (requires { run.error_occurred; })
    return run.error_occurred ? std::optional(run.error_message) : std::nullopt;
  else
    return run.skipped != 0 ? std::optional(run.skip_message) : std::nullopt;
}

template <class S>
void skip(S& state, const std::string& message) {
  if constexpr (requires { state.SkipWithMessage(message.c_str()); })
    state.SkipWithMessage(message.c_str());
  else
    state.SkipWithError(message.c_str());
}

/// Its ReportContext, whose words go to `err` without the warning that Google Benchmark's library
/// is a debug build: the loop that times is in its header, and tickbench's times are the device's.
bool report_context(benchmark::BenchmarkReporter& reporter,
                    const benchmark::BenchmarkReporter::Context& context, std::ostream& err);

/// The names of the program's benchmarks that are registered with Google Benchmark's own
/// BENCHMARK().
std::vector<std::string> plain_benchmarks(const std::string& program);

/// Runs these and none of ours, as Google Benchmark's own main does: all the same for an explicit
/// --benchmark_format=console, else with `report_context`. Returns the exit status.
/// `flags`: Google Benchmark's. Throws UsageError for another one, with what is near.
int run_plain(std::vector<std::string> arguments, const std::vector<std::string>& flags);

/// What is registered with Google Benchmark, whose registry is the process's: left empty, whatever
/// happens.
class Registry : private NonCopyable {
 public:
  /// Throws UsageError for a flag that this Google Benchmark does not know.
  explicit Registry(std::vector<std::string> arguments);
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

/// What stands at the end of a row: how well its time is known, and its remarks.
std::string label(const results::Record& record, const std::string& device);

/// How it was measured, and what may have changed the number: `held`, `nothing_to_check`, ...
std::vector<std::string> remarks(const results::Record& record);
constexpr std::string_view kHeld = "held";

/// Half the interval, in per cent of the median; marked where it is wider than was asked for.
std::string reach(const results::Record& record);

inline bool has_error_row(const results::Record& record) {
  return is_failure(record.outcome) || is_skip(record.outcome);
}
/// Outcome and message of a failure or a skip, in one line.
std::string error_text(const results::Record& record);

/// The same as a finished run, for a repetition that Google Benchmark will not report any more.
Run unreported_run(const results::Record& record, const api::Instance& instance, int repetitions,
                   const std::string& device);

}  // namespace tickbench::google
