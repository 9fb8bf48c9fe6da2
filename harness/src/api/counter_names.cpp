// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "api/counter_names.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "tickbench/floor.hpp"

namespace tickbench::suite {
namespace {

/// Of an entry in JSON and of a row in CSV, in the versions from 1.7 on.
constexpr std::array<std::string_view, 29> kOfGoogleBenchmark{
    "name",
    "run_name",
    "run_type",
    "family_index",
    "per_family_instance_index",
    "repetitions",
    "repetition_index",
    "threads",
    "aggregate_name",
    "aggregate_unit",
    "iterations",
    "real_time",
    "cpu_time",
    "time_unit",
    "label",
    "error_occurred",
    "error_message",
    "skipped",
    "skip_message",
    "big_o",
    "rms",
    "cpu_coefficient",
    "real_coefficient",
    "allocs_per_iter",
    "max_bytes_used",
    "total_allocated_bytes",
    "net_heap_growth",
    // With these its table and its CSV have columns of their own.
    "bytes_per_second",
    "items_per_second",
};

/// Beside its metrics.
constexpr std::array<std::string_view, 4> kOfTickbench{"tickbench", "samples", "batch",
                                                       "converged"};

bool contains(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool is_taken(std::string_view counter) {
  return contains(kOfGoogleBenchmark, counter) || contains(kOfTickbench, counter) ||
         contains(floor_metrics(), counter);
}

}  // namespace tickbench::suite
