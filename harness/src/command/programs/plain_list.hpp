// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tickbench/seconds.hpp"

namespace tickbench::programs {

/// The flag of a program with both kinds of benchmarks that takes its plain ones in place of
/// tickbench's.
inline constexpr std::string_view kPlainFlag = "--tickbench_plain";

inline constexpr std::string_view kMinTimeFlag = "--benchmark_min_time";

struct PlainBenchmark {
  std::string name;  ///< as Google Benchmark's filter takes it
  std::string id;    ///< as floors and tests do: without suffixes
  /// No other has its name, from which no filter could tell it.
  bool is_single = true;
};

/// What a plain Google Benchmark program has.
struct PlainList {
  std::vector<PlainBenchmark> all;     ///< in its order
  std::vector<PlainBenchmark> chosen;  ///< by a --benchmark_filter among its flags; else all
  std::vector<std::string> suite_ids;  ///< of tickbench's benchmarks in the same program
  std::string last_lines;              ///< what it printed where none is chosen
  bool takes_suffix = false;           ///< --benchmark_min_time=0.1s, as from 1.8 on

  /// Of all of them, of both kinds.
  std::vector<std::string> ids() const;
  /// Throws UsageError where there is none of this name or id, or more than one.
  const PlainBenchmark& find(const std::string& name) const;
};

/// Asks the program. What it prints beside its list, before or behind it, is left out: that is what
/// it prints too when its filter matches nothing. Throws UsageError where that differs from call to
/// call, where the program lists nothing, and where the flags say where results go.
PlainList list_plain(const std::string& program, const std::vector<std::string>& flags,
                     Seconds timeout);

/// `output`, which has a list somewhere in `chatter`, without that; nothing where it is not so. The
/// list may begin within a line.
std::optional<std::string_view> without_chatter(std::string_view output, std::string_view chatter);

}  // namespace tickbench::programs
