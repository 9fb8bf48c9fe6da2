// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tickbench::html_report {

/// page.css and page.js, embedded by the build.
extern const std::string_view kPageStyle;
extern const std::string_view kPageScript;

}  // namespace tickbench::html_report
