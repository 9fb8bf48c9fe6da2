// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "compare/format.hpp"
#include "compare/render.hpp"
#include "text/escape.hpp"

namespace tickbench::compare {

namespace {

enum class CaseResult { kPassed, kFailure, kError, kSkipped };

CaseResult result_of(Verdict verdict, const ExitPolicy& policy) {
  switch (verdict) {
    case Verdict::kSlower:
      return CaseResult::kFailure;
    case Verdict::kNotComparable:
      return CaseResult::kError;
    case Verdict::kMissing:
      return policy.missing_is_error ? CaseResult::kFailure : CaseResult::kSkipped;
    case Verdict::kUnclear:
      return policy.strict ? CaseResult::kFailure : CaseResult::kPassed;
    case Verdict::kFaster:
    case Verdict::kSame:
    case Verdict::kNew:
      return CaseResult::kPassed;
  }
  return CaseResult::kError;
}

std::string text_of(const Comparison& comparison, const Row& row) {
  auto text = std::string(to_string(row.verdict));
  if (row.ratio) {
    text += ": " + comparison.metric + " " + value_text(comparison.metric, row.old_value) + " -> " +
            value_text(comparison.metric, row.new_value) + ", new/old " + ratio_text(row) + " " +
            interval_text(row) + ", spread from " + source_text(row);
  }
  const auto why = remark(row);
  return why.empty() ? text : text + "; " + why;
}

void print_case(std::ostream& out, const Comparison& comparison, const Row& row,
                const ExitPolicy& policy) {
  const auto text = text::xml(text_of(comparison, row));
  out << "    <testcase classname=\"" << text::xml(row.device.empty() ? "host" : row.device)
      << "\" name=\"" << text::xml(row.id) << "\" time=\"0\">";
  switch (result_of(row.verdict, policy)) {
    case CaseResult::kPassed:
      out << "<system-out>" << text << "</system-out>";
      break;
    case CaseResult::kFailure:
      out << "<failure type=\"" << to_string(row.verdict) << "\" message=\"" << text << "\"/>";
      break;
    case CaseResult::kError:
      out << "<error type=\"" << to_string(row.verdict) << "\" message=\"" << text << "\"/>";
      break;
    case CaseResult::kSkipped:
      out << "<skipped message=\"" << text << "\"/>";
      break;
  }
  out << "</testcase>\n";
}

}  // namespace

void render_junit(std::ostream& out, const Comparison& comparison, const ExitPolicy& policy) {
  const auto count = [&](CaseResult result) {
    return std::count_if(comparison.rows.begin(), comparison.rows.end(),
                         [&](const Row& row) { return result_of(row.verdict, policy) == result; });
  };
  // No row is at fault where none could be compared: a case of its own is.
  const bool compared_nothing =
      exit_status(comparison, policy) == 2 && comparison.count(Verdict::kNotComparable) == 0;
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      << "  <testsuite name=\"tickbench compare\" tests=\""
      << comparison.rows.size() + (compared_nothing ? 1 : 0) << "\" failures=\""
      << count(CaseResult::kFailure) << "\" errors=\""
      << count(CaseResult::kError) + (compared_nothing ? 1 : 0) << "\" skipped=\""
      << count(CaseResult::kSkipped) << "\" time=\"0\">\n";
  for (const auto& row : comparison.rows) print_case(out, comparison, row, policy);
  if (compared_nothing)
    out << "    <testcase classname=\"tickbench\" name=\"compare\" time=\"0\"><error "
           "type=\"nothing "
           "compared\" message=\""
        << text::xml(why_not_compared(comparison)) << "\"/></testcase>\n";
  out << "  </testsuite>\n</testsuites>\n";
}

}  // namespace tickbench::compare
