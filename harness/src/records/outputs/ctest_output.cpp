// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "outputs/ctest_output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "outputs/ctest_elements.hpp"
#include "outputs/summary.hpp"
#include "statistics/statistics.hpp"

namespace tickbench::outputs {
namespace {

/// What stands before a metric's name. The benchmark that a test is for has the plain names, also
/// where others run beside it because a floor refers to them.
std::string id_prefix(const results::Case& benchmark_case,
                      const std::vector<results::Records>& cases, const std::string& benchmark) {
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

CtestBenchmark make_benchmark(const results::Records& repetitions) {
  // The first that went wrong, if any did.
  const auto wrong = std::ranges::find_if(repetitions, [](const results::Record* record) {
    return is_failure(record->outcome) || is_skip(record->outcome);
  });
  const auto& told = wrong == repetitions.end() ? *repetitions.front() : **wrong;
  CtestBenchmark result{{}, std::string(to_string(told.outcome)), told.benchmark_case->device, {}};
  // What a failed benchmark measured before it failed is no result.
  if (is_failure(told.outcome)) return result;
  result.words = fmt::format("{}", fmt::join(told.words, ", "));
  std::vector<std::string> names;
  std::map<std::string, std::vector<double>> values;
  for (const auto* record : repetitions)
    for (const auto& metric : results::metrics(*record)) {
      auto& values_by_name = values[metric.name];
      if (values_by_name.empty()) names.push_back(metric.name);
      values_by_name.push_back(metric.value);
    }
  for (const auto& name : names) result.metrics.emplace_back(name, median(values.at(name)));
  return result;
}

}  // namespace

std::string ctest_output(const results::Records& records, const floors::RunFloors& floors,
                         const CtestSettings& settings) {
  std::string result;
  const auto cases = by_case(records);
  for (const auto& repetitions : cases) {
    const auto& benchmark_case = *repetitions.front()->benchmark_case;
    auto benchmark = make_benchmark(repetitions);
    benchmark.prefix = id_prefix(benchmark_case, cases, settings.benchmark);
    benchmark.floors = floors.report(benchmark_case);
    result += ctest_elements(benchmark, settings.is_strict);
  }
  for (const auto& file : settings.files) result += ctest_attachment(file.name, file.path);
  return result;
}

}  // namespace tickbench::outputs
