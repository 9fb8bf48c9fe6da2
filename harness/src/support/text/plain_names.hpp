// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The names that Google Benchmark gives its benchmarks.
namespace tickbench::text {

/// The beginning of a line about Google Benchmark's own build.
inline constexpr std::string_view kDebugLibrary = "***WARNING*** Library was built as DEBUG";

/// Without what says how a benchmark is timed: "BM_x/8" of "BM_x/8/min_time:2.000/real_time". What
/// tells two benchmarks apart stays: arguments, and `/threads:4`.
std::string without_suffixes(std::string_view name);

/// The ids of benchmarks of one program, in the order of their names: without suffixes. Names that
/// would then be one stay as they are.
std::vector<std::string> plain_ids(const std::vector<std::string>& names);

/// Whether rates of this benchmark are over its real time, and not over its CPU time.
bool has_real_time_rates(std::string_view name);

/// Whether a benchmark of this name says that its wall time counts: by real time, by manual time,
/// or by running in several threads, of which the processor time is not that of all.
bool is_timed_by_wall(std::string_view name);

/// What Google Benchmark's filter takes for this name and no other. It is a POSIX extended regular
/// expression there, where no other character may be escaped.
std::string exact_filter(std::string_view name);

}  // namespace tickbench::text
