// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "results/json_document.hpp"
#include "results/record.hpp"
#include "results/result_file.hpp"
#include "results/write.hpp"

/// What an entry says for those who draw it: the writer beside the reader.
namespace tickbench::results {

/// Adds `axis`, `memories`, `groups`, `regions` and `first_launch`, those of them that there are.
void add_drawing(const Record& record, Json& entry);

/// The first three, which are of a benchmark as a whole.
void read_drawing(JsonValue entry, BenchmarkHead& head);

/// `peaks` and `theoretical` of a device.
void read_peaks(JsonValue from, Device& device);

/// `regions`.
std::vector<Region> read_regions(JsonValue entry);

}  // namespace tickbench::results
