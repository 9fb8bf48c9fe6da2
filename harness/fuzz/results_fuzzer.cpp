// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "compare/compare.hpp"
#include "comparison_formats/formats.hpp"
#include "results/json_document.hpp"
#include "results/result_file.hpp"
#include "tickbench/error.hpp"

/// Any bytes either are a result file of one run or several, which can then be compared with itself
/// and printed in every format without a control character, or are refused as a UsageError that
/// names the file.
namespace {

using tickbench::UsageError;
using tickbench::results::ResultFile;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "results_fuzzer: %s\n", what);
  std::abort();
}

void check_refusal(const UsageError& error) {
  require(std::string_view(error.what()).starts_with("fuzz"), "the message begins with the file");
}

void check_printed(const std::string& text) {
  require(std::none_of(text.begin(), text.end(),
                       [](char c) {
                         return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f;
                       }),
          "no control character is printed");
}

void check_runs(const std::vector<ResultFile>& side) {
  const auto comparison = tickbench::compare::compare(side, side, {});
  std::size_t most = 0;
  for (const auto& run : side) {
    most += run.benchmarks.size();
    require(side.size() == 1 || run.run > 0, "each of several runs has a number");
  }
  require(comparison.rows.size() <= most, "no benchmark is listed twice");
  for (const auto& row : comparison.rows)
    require(row.verdict != tickbench::compare::Verdict::kSlower &&
                row.verdict != tickbench::compare::Verdict::kFaster,
            "nothing is faster or slower than itself");
  std::ostringstream out;
  tickbench::compare::render_table(out, comparison);
  tickbench::compare::render_markdown(out, comparison);
  tickbench::compare::render_json(out, comparison, 0);
  tickbench::compare::render_junit(out, comparison, {});
  check_printed(out.str());
}

void read_as_samples(const std::string& text, ResultFile file) {
  try {
    tickbench::results::read_samples(tickbench::results::parse_json(text, "fuzz-samples"), file);
    check_runs({file});
  } catch (const UsageError& error) {
    check_refusal(error);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const auto runs = tickbench::results::read_runs(tickbench::results::parse_json(text, "fuzz"));
    check_runs(runs);
    if (runs.size() == 1) read_as_samples(text, runs.front());
  } catch (const UsageError& error) {
    check_refusal(error);
  }
  return 0;
}
