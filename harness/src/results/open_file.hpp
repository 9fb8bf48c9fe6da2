// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <string>

namespace tickbench::results {

/// For reading. Throws UsageError with the system's reason where that fails.
std::ifstream open_file(const std::string& path);

}  // namespace tickbench::results
