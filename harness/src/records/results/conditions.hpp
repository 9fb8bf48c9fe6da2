// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "results/json_document.hpp"
#include "results/result_file.hpp"
#include "results/write.hpp"

/// The state of the machine in a result file: the writer beside the reader.
namespace tickbench::results {

/// The object `conditions` of an entry; empty where nothing is known.
Json to_json(const conditions::Conditions& conditions);

/// From that object, into a repetition.
void read_clocks(JsonValue conditions, Repetition& repetition);

/// The object `canary` of a device.
std::vector<CanaryFigure> read_canary(JsonValue from);

}  // namespace tickbench::results
