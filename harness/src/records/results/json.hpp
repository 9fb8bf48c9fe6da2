// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

namespace tickbench::results {

/// Of what is written, and of files that are held whole.
using Json = nlohmann::ordered_json;

}  // namespace tickbench::results
