// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "outputs/ctest_elements.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>
#include <system_error>

#include "floors/floor_report.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench::outputs {
namespace {

std::string element(const std::string& name, const std::string& value,
                    std::string_view type = "text/string",
                    std::string_view tag = "CTestMeasurement") {
  return fmt::format("<{0} type=\"{1}\" name=\"{2}\">{3}</{0}>\n", tag, type, text::xml(name),
                     text::xml(value));
}

/// The verdict, and a line a floor: value, interval, bound, and the file that has it.
std::string floor_measurements(const FloorReport& report, const std::string& prefix, bool strict) {
  auto result = element(prefix + "floors", std::string(to_string(report.verdict())));
  std::istringstream lines(to_text(report, strict));
  std::string line;
  for (int number = 1; !report.judgements.empty() && std::getline(lines, line); ++number)
    result += element(prefix + "floor " + std::to_string(number), line);
  return result;
}

/// A good measurement below its floor has not passed.
std::string outcome_text(const CtestBenchmark& benchmark, bool is_strict) {
  const bool is_good = benchmark.outcome == to_string(Outcome::kPassed) ||
                       benchmark.outcome == to_string(Outcome::kNothingToCheck);
  return is_good && benchmark.floors && is_failure(benchmark.floors->verdict(), is_strict)
             ? "missed_floor"
             : benchmark.outcome;
}

}  // namespace

std::string ctest_end(int status) {
  static constexpr char kDel = '\x7f';
  return std::string(status == 0 ? 1 : 2, kDel);
}

std::string ctest_line(std::string_view kind, std::string_view id, std::size_t runs) {
  const auto text = std::string(id) + ']';  // one that ends in ] would make an end of its own
  std::string equals;
  while (text.find("]" + equals + "]") != std::string::npos) equals += '=';
  return fmt::format("_tickbench_add_test({0} [{1}[{2}]{1}] {3})\n", kind, equals, id, runs);
}

std::string ctest_elements(const CtestBenchmark& benchmark, bool is_strict) {
  const auto& prefix = benchmark.prefix;
  auto result = element(prefix + "outcome", outcome_text(benchmark, is_strict));
  if (!benchmark.device.empty()) result += element(prefix + "device", benchmark.device);
  for (const auto& [name, value] : benchmark.metrics)
    result += element(prefix + name, text::shortest(value), "numeric/double");
  if (!benchmark.words.empty()) result += element(prefix + "words", benchmark.words);
  if (benchmark.floors) result += floor_measurements(*benchmark.floors, prefix, is_strict);
  return result;
}

std::string ctest_attachment(const std::string& name, const std::string& file) {
  std::error_code error;
  if (file.empty() || !std::filesystem::is_regular_file(file, error)) return "";
  const auto path = std::filesystem::absolute(file).string();
  // A name that XML cannot hold as it is would name no file, or spoil the whole.
  if (text::visible(path) != path) return "";
  return element(name, path, "file", "CTestMeasurementFile");
}

}  // namespace tickbench::outputs
