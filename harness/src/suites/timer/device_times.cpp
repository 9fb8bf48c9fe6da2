// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <vector>

#include "process/files.hpp"
#include "results/json_document.hpp"
#include "tickbench/timer/measurement.hpp"

namespace tickbench {
namespace {

constexpr const char* kField = "device_time";

/// Of one call of a benchmark, in the order of the calls.
struct TimedCall {
  std::int64_t iterations;
  double seconds;  ///< of one
  std::string details;
  bool is_joined = false;
};

std::mutex calls_mutex;
std::vector<TimedCall> calls;

/// A flag of Google Benchmark's, which it takes from its variable where it is not given. The
/// program's own list of arguments no longer has it.
std::string flag(const std::string& name, const char* variable) {
  const char* const set = std::getenv(variable);
  std::string value = set == nullptr ? "" : set;
  std::ifstream words("/proc/self/cmdline");
  for (std::string word; std::getline(words, word, '\0');)
    if (word.starts_with(name)) value = word.substr(name.size());
  return value;
}

double unit_seconds(const results::Json& row) {
  const auto unit = row.value("time_unit", "ns");
  return unit == "s" ? 1 : unit == "ms" ? 1e-3 : unit == "us" ? 1e-6 : 1e-9;
}

/// The order alone would give a row its neighbour's, where one is not timed, or repetitions are
/// interleaved: iterations and time have to be the row's too.
TimedCall* find_call(const results::Json& row) {
  constexpr double kRounding = 1e-9;
  if (row.value("run_type", "") != "iteration" || row.value("error_occurred", false))
    return nullptr;
  const double seconds = row.value("real_time", 0.0) * unit_seconds(row);
  const auto found = std::ranges::find_if(calls, [&](const TimedCall& call) {
    return !call.is_joined && call.iterations == row.value("iterations", std::int64_t{0}) &&
           std::abs(call.seconds - seconds) <= kRounding * seconds;
  });
  return found == calls.end() ? nullptr : &*found;
}

}  // namespace

void detail::keep_for_results(std::int64_t iterations, const IterationTimes& times) {
  const std::lock_guard lock(calls_mutex);
  calls.push_back({iterations, times.time.count(), times.details});
}

std::size_t add_device_times() {
  const auto path = flag("--benchmark_out=", "BENCHMARK_OUT");
  const auto format = flag("--benchmark_out_format=", "BENCHMARK_OUT_FORMAT");
  if (path.empty() || (!format.empty() && format != "json")) return 0;
  auto document = results::read_json(path);
  const std::lock_guard lock(calls_mutex);
  std::size_t rows = 0;
  for (auto& row : document.root["benchmarks"]) {
    auto* const call = find_call(row);
    if (call == nullptr) continue;
    call->is_joined = true;
    row[kField] = results::Json::parse(call->details);
    ++rows;
  }
  process::OutputFile("benchmark_out", path)
      .write(document.root.dump(2, ' ', true, results::Json::error_handler_t::replace) + "\n");
  return rows;
}

}  // namespace tickbench
