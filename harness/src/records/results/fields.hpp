// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// The fields of the result and sample files that are both written and read here.
namespace tickbench::results::fields {

using Field = std::string_view;

// Of both kinds of files; `tickbench` is of the context, and of each row.
inline constexpr Field kContext = "context", kBenchmarks = "benchmarks", kTickbench = "tickbench",
                       kId = "id", kDevice = "device", kFormerIds = "former_ids",
                       kProfile = "profile";

// Of a file of several runs: of its context; `run` is of each row too, counted from 1.
inline constexpr Field kRuns = "runs", kRun = "run", kRunsSchema = "tickbench-runs/1",
                       kSuite = "suite", kEnded = "ended";

// Of the context.
inline constexpr Field kVersion = "version", kCommit = "commit", kStarted = "started",
                       kHost = "host", kCpu = "cpu", kDevices = "devices", kName = "name",
                       kDriver = "driver", kPeaks = "peaks", kTheoretical = "theoretical",
                       kClockCheck = "clock_check", kMessage = "message", kCanary = "canary",
                       kAmount = "amount", kBegin = "begin", kEnd = "end";

// Of a row.
inline constexpr Field kBackend = "backend", kDeviceId = "device_id", kOutcome = "outcome",
                       kSettings = "settings", kMethods = "methods", kMetrics = "metrics",
                       kLaunch = "launch", kValue = "value", kLow = "low", kHigh = "high",
                       kLevel = "level", kSamples = "samples", kReferences = "references",
                       kBatch = "batch", kConverged = "converged", kResolved = "resolved",
                       kStopReason = "stop_reason", kClockStep = "clock_step",
                       kIsolated = "isolated", kBatched = "batched", kAxis = "axis", kUnit = "unit",
                       kMemories = "memories", kFrom = "from", kTo = "to", kGroups = "groups",
                       kFigures = "figures", kRegions = "regions", kCount = "count",
                       kConditions = "conditions", kCoreHertz = "core_hertz",
                       kMemoryHertz = "memory_hertz", kMedian = "median", kHold = "hold",
                       kRemarks = "remarks", kFirstLaunch = "first_launch", kCode = "code",
                       kDigest = "digest", kModules = "modules", kBaseline = "baseline",
                       kPairs = "pairs";

// Of the first launch; no metric has these names.
inline constexpr Field kFirstBuild = "first_build", kFirstEnqueue = "first_enqueue",
                       kFirstHost = "first_host", kFirstDevice = "first_device";

// Of a row measured beside another build's kernels; of the context, what that build is.
inline constexpr Field kPartner = "other_build", kPartnerBuild = "there", kOwnBuild = "here",
                       kRatio = "ratio", kWhyNot = "why_not", kDifferences = "differences",
                       kKernel = "kernel";

// Of a samples file.
inline constexpr Field kSchema = "schema", kSamplesSchema = "tickbench-samples/1",
                       kRepetition = "repetition", kMode = "mode", kMethod = "method",
                       kLaunchesPerBracket = "launches_per_bracket",
                       kDeviceSeconds = "device_seconds", kHostSeconds = "host_seconds";

/// What Google Benchmark, from 1.7 on, writes into rows or into its CSV. Every other number is a
/// counter.
inline bool is_google_benchmarks(std::string_view name) {
  const auto is_any = [name](auto... fields) { return ((name == fields) || ...); };
  return is_any("name", "run_name", "run_type", "family_index", "per_family_instance_index",
                "repetitions", "repetition_index", "threads", "iterations", "real_time", "cpu_time",
                "time_unit", "label", "error_occurred", "error_message", "aggregate_name",
                "aggregate_unit", "skipped", "cpu_coefficient", "skip_message", "big_o", "rms",
                "real_coefficient");
}

}  // namespace tickbench::results::fields
