// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "api/registration.hpp"
#include "google/google_benchmark.hpp"
#include "results/record.hpp"

namespace tickbench::google {

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
