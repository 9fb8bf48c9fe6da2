// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "results/json.hpp"
#include "results/json_document.hpp"
#include "results/record.hpp"
#include "results/result_file.hpp"

/// What a row says of its benchmark with another build's kernels.
namespace tickbench::results {

Json to_json(const OtherBuild& other);

/// The same as its readers see it; null where it is missing.
std::shared_ptr<const OtherBuildTimes> other_build_of(JsonValue from);

}  // namespace tickbench::results
