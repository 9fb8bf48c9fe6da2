// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tickbench::floors {

/// Why there is no ratio to a benchmark: it does not have the metric. Of `why` the first line.
std::string has_none(const std::string& id, const std::string& why = "");
/// The same: what it has may be zero, so that the ratio has no bound.
std::string reaches_zero(const std::string& id);

}  // namespace tickbench::floors
