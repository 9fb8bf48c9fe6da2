// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "outputs/ctest_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <sstream>

#include "outputs/summary.hpp"
#include "text/escape.hpp"
#include "tickbench/statistics.hpp"

namespace tickbench::outputs {
namespace {

std::string element(const std::string& tag, const std::string& type, const std::string& name,
                    const std::string& value) {
  return fmt::format("<{0} type=\"{1}\" name=\"{2}\">{3}</{0}>\n", tag, type, text::xml(name),
                     text::xml(value));
}

/// As many digits as it takes to read the same number back.
std::string shortest(double value) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.begin(), digits.end(), value).ptr;
  return {digits.begin(), end};
}

/// What stands before a metric's name. The benchmark that a test is for has the plain names, also
/// where others run beside it because a floor refers to them.
std::string prefix_of(const results::Case& benchmark_case,
                      const std::vector<std::vector<const results::Record*>>& cases,
                      const std::string& benchmark) {
  const auto is_asked_for = [&](const results::Case& other) {
    return benchmark.empty() || other.id == benchmark;
  };
  const auto asked_for = std::ranges::count_if(cases, [&](const auto& repetitions) {
    return is_asked_for(*repetitions.front()->benchmark_case);
  });
  if (asked_for == 1 && is_asked_for(benchmark_case)) return "";
  const auto& device = benchmark_case.device_id;
  return benchmark_case.id + (device.empty() ? "" : " ") + device + " ";
}

std::string measurements(const std::vector<const results::Record*>& repetitions,
                         const std::string& prefix) {
  // The first that went wrong, if any did.
  const auto wrong = std::ranges::find_if(repetitions, [](const results::Record* record) {
    return is_failure(record->outcome) || is_skip(record->outcome);
  });
  const auto& told = wrong == repetitions.end() ? *repetitions.front() : **wrong;
  std::string result = element("CTestMeasurement", "text/string", prefix + "outcome",
                               std::string(to_string(told.outcome)));
  if (const auto& device = told.benchmark_case->device; !device.empty())
    result += element("CTestMeasurement", "text/string", prefix + "device", device);
  // What a failed benchmark measured before it failed is no result.
  if (is_failure(told.outcome)) return result;
  std::vector<std::string> names;
  std::map<std::string, std::vector<double>> values;
  for (const auto* record : repetitions)
    for (const auto& metric : results::metrics(*record)) {
      auto& of_name = values[metric.name];
      if (of_name.empty()) names.push_back(metric.name);
      of_name.push_back(metric.value);
    }
  for (const auto& name : names)
    result += element("CTestMeasurement", "numeric/double", prefix + name,
                      shortest(median(values.at(name))));
  return result;
}

/// The verdict, and a line a floor: value, interval, bound, and the file that has it.
std::string floor_measurements(const FloorReport& report, const std::string& prefix, bool strict) {
  std::string result = element("CTestMeasurement", "text/string", prefix + "floors",
                               std::string(to_string(report.verdict())));
  std::istringstream lines(to_text(report, strict));
  std::string line;
  for (int number = 1; !report.judgements.empty() && std::getline(lines, line); ++number)
    result += element("CTestMeasurement", "text/string", prefix + "floor " + std::to_string(number),
                      line);
  return result;
}

std::string attachment(const std::string& name, const std::string& file) {
  std::error_code error;
  if (file.empty() || !std::filesystem::is_regular_file(file, error)) return "";
  const auto path = std::filesystem::absolute(file).string();
  // A name that XML cannot hold as it is would name no file, or spoil the whole.
  if (text::visible(path) != path) return "";
  return element("CTestMeasurementFile", "file", name, path);
}

}  // namespace

std::string ctest_output(const std::vector<const results::Record*>& records,
                         const floors::FloorsOfRun& floors, const CtestSettings& settings) {
  std::string result;
  const auto cases = by_case(records);
  for (const auto& repetitions : cases) {
    const auto& benchmark_case = *repetitions.front()->benchmark_case;
    const auto prefix = prefix_of(benchmark_case, cases, settings.benchmark);
    result += measurements(repetitions, prefix);
    if (const auto report = floors.report(benchmark_case))
      result += floor_measurements(*report, prefix, settings.is_strict);
  }
  for (const auto& file : settings.files) result += attachment(file.name, file.path);
  return result;
}

}  // namespace tickbench::outputs
