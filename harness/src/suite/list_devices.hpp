// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <vector>

#include "suite/device_selection.hpp"
#include "suite/options.hpp"

namespace tickbench::suite {

/// --tickbench_list_devices: a table, or JSON. The default device of each back end is marked. Why a
/// back end has none goes to `err`.
void list_devices(const std::vector<BackendDevices>& here, Format format, std::ostream& out,
                  std::ostream& err);

}  // namespace tickbench::suite
