// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace tickbench::html_report {

/// Runs `PROGRAM script` in `folder`, without a shell and without the user's gnuplot settings.
///
/// Throws UsageError naming the package where there is no such program, and with gnuplot's own
/// words where it fails or takes over five minutes.
void run_gnuplot(const std::string& program, const std::filesystem::path& folder,
                 const std::string& script);

}  // namespace tickbench::html_report
