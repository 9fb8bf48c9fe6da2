// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

/// The fields of the result and sample files that are both written and read here.
namespace tickbench::results::fields {

// Of both kinds of files.
inline constexpr std::string_view kContext = "context";
inline constexpr std::string_view kBenchmarks = "benchmarks";
inline constexpr std::string_view kTickbench = "tickbench";  ///< of the context, and of each row
inline constexpr std::string_view kId = "id";
inline constexpr std::string_view kDevice = "device";

// Of the context.
inline constexpr std::string_view kVersion = "version";
inline constexpr std::string_view kCommit = "commit";
inline constexpr std::string_view kStarted = "started";
inline constexpr std::string_view kHost = "host";
inline constexpr std::string_view kCpu = "cpu";
inline constexpr std::string_view kDevices = "devices";
inline constexpr std::string_view kName = "name";
inline constexpr std::string_view kDriver = "driver";
inline constexpr std::string_view kPeaks = "peaks";
inline constexpr std::string_view kClockCheck = "clock_check";
inline constexpr std::string_view kMessage = "message";

// Of a row.
inline constexpr std::string_view kBackend = "backend";
inline constexpr std::string_view kDeviceId = "device_id";
inline constexpr std::string_view kOutcome = "outcome";
inline constexpr std::string_view kSettings = "settings";
inline constexpr std::string_view kMethods = "methods";
inline constexpr std::string_view kMetrics = "metrics";
inline constexpr std::string_view kLaunch = "launch";
inline constexpr std::string_view kValue = "value";
inline constexpr std::string_view kLow = "low";
inline constexpr std::string_view kHigh = "high";
inline constexpr std::string_view kLevel = "level";
inline constexpr std::string_view kSamples = "samples";
inline constexpr std::string_view kReferences = "references";
inline constexpr std::string_view kBatch = "batch";
inline constexpr std::string_view kConverged = "converged";
inline constexpr std::string_view kStopReason = "stop_reason";
inline constexpr std::string_view kClockStep = "clock_step";
inline constexpr std::string_view kIsolated = "isolated";
inline constexpr std::string_view kBatched = "batched";
inline constexpr std::string_view kAxis = "axis";
inline constexpr std::string_view kUnit = "unit";
inline constexpr std::string_view kMemories = "memories";
inline constexpr std::string_view kFrom = "from";
inline constexpr std::string_view kTo = "to";

// Of a samples file.
inline constexpr std::string_view kSchema = "schema";
inline constexpr std::string_view kSamplesSchema = "tickbench-samples/1";
inline constexpr std::string_view kRepetition = "repetition";
inline constexpr std::string_view kMode = "mode";
inline constexpr std::string_view kMethod = "method";
inline constexpr std::string_view kLaunchesPerBracket = "launches_per_bracket";
inline constexpr std::string_view kDeviceSeconds = "device_seconds";
inline constexpr std::string_view kHostSeconds = "host_seconds";

/// What Google Benchmark, from 1.7 on, writes into a row or its CSV beside what was measured. Every
/// other number is a counter.
inline constexpr std::array<std::string_view, 23> kOfGoogleBenchmark{"name",
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
                                                                     "real_coefficient"};

}  // namespace tickbench::results::fields
