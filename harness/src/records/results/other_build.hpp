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

Json to_json(const PartnerTimes& other);

/// The same as its readers see it; null where it is missing.
std::shared_ptr<const PartnerBuildTimes> read_partner_times(JsonValue from);

}  // namespace tickbench::results
