// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/outcome_badge.hpp"

#include <algorithm>
#include <array>

#include "tickbench/outcome.hpp"

namespace tickbench::html_report {

OutcomeKind kind_of_outcome(const std::string& outcome) {
  if (outcome.empty() || outcome == to_string(Outcome::kPassed) ||
      outcome == to_string(Outcome::kNothingToCheck))
    return OutcomeKind::kGood;
  const std::array skips{to_string(Outcome::kOverLimit), to_string(Outcome::kUnsupported),
                         to_string(Outcome::kNoDevice), std::string_view("skipped")};
  const bool is_skipped = std::find(skips.begin(), skips.end(), outcome) != skips.end();
  return is_skipped ? OutcomeKind::kSkipped : OutcomeKind::kBad;
}

Html outcome_badge(const std::string& outcome) {
  const OutcomeKind kind = kind_of_outcome(outcome);
  const char* name = kind == OutcomeKind::kGood  ? "good"
                     : kind == OutcomeKind::kBad ? "bad"
                                                 : "skip";
  const char* sign = kind == OutcomeKind::kGood ? "✓ " : kind == OutcomeKind::kBad ? "✗ " : "– ";
  std::string word = outcome.empty() ? "not stated" : outcome;
  std::replace(word.begin(), word.end(), '_', ' ');
  return element("span", {{"class", "badge " + std::string(name)}}, text(sign + word));
}

}  // namespace tickbench::html_report
