// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "results/json_document.hpp"
#include "results/record.hpp"
#include "results/result_file.hpp"
#include "results/write.hpp"

/// The parts of a row and of a device in a result file: each writer beside its reader.
namespace tickbench::results {

/// Its value, and the interval whatever it is.
Json estimate_json(const Estimate& estimate);

/// The object `conditions` of a row; empty where nothing is known.
Json to_json(const conditions::Conditions& conditions);
/// From that object, into a repetition.
void read_clocks(JsonValue conditions, Repetition& repetition);

/// The object `canary` of a device.
std::vector<CanaryFigure> read_canary(JsonValue from);

/// Adds `axis`, `memories`, `groups`, `regions` and `first_launch`, those of them that there are.
void add_drawing(const Record& record, Json& entry);
/// The first three, which are of a benchmark as a whole.
void read_drawing(JsonValue entry, BenchmarkHead& head);
std::vector<Region> read_regions(JsonValue entry);

/// `peaks` and `theoretical` of a device.
void read_peaks(JsonValue from, Device& device);

/// What a row says of its benchmark with another build's kernels.
Json to_json(const PartnerTimes& other);
/// The same as its readers see it; null where it is missing.
std::shared_ptr<const PartnerBuildTimes> read_partner_times(JsonValue from);

/// All rows of one run, each an object, and the context that they began with.
void read_run(std::span<const JsonValue> rows, JsonValue context, ResultFile& run);

}  // namespace tickbench::results
