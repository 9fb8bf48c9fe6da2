// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "html_report/html.hpp"

namespace tickbench::html_report {

enum class OutcomeKind { kGood, kSkipped, kBad };

/// By its name in the file; an unknown one is bad.
OutcomeKind kind_of_outcome(const std::string& outcome);

/// A sign and the word: never colour alone.
Html outcome_badge(const std::string& outcome);

}  // namespace tickbench::html_report
