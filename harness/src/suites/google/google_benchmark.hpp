// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <string>

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

}  // namespace tickbench::google
