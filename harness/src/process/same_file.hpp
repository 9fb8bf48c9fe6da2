// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tickbench::process {

/// Whether two paths lead to one file, by whatever links and detours; it need not be there yet.
bool is_one_file(const std::string& a, const std::string& b);

}  // namespace tickbench::process
