// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "results/json_document.hpp"
#include "results/record.hpp"

namespace tickbench::canary {
struct Figure;
}

namespace tickbench::results {

/// The object `tickbench` of an entry. Aggregates have only what is the same in all repetitions.
Json to_json(const Record& record);
Json aggregate_to_json(const Case& benchmark_case, const Settings& settings);

Json to_json(const backend::DeviceInfo& device);
Json estimate_json(const Estimate& estimate);
/// null where one is not known.
Json to_json(const Peaks& theoretical);
Json to_json(const ClockCheck& clock);
/// Of a device's canary at both ends of a run.
Json to_json(const std::vector<canary::Figure>& begin, const std::vector<canary::Figure>& end);

/// As text. Bytes that are no UTF-8, as a driver may put into a name, become U+FFFD.
std::string single_line(const Json& json);

/// What --tickbench_samples_out holds.
Json samples_to_json(const Records& records, const Json& context);

}  // namespace tickbench::results
