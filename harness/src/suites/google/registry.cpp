// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "google/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "tickbench/error.hpp"

namespace tickbench::google {
namespace {

struct Silent final : benchmark::BenchmarkReporter {
  bool ReportContext(const Context& /*context*/) override { return false; }
  void ReportRuns(const std::vector<Run>& /*runs*/) override {}
};

/// Ends in a null, as argv does.
std::vector<char*> pointers_to(std::vector<std::string>& arguments) {
  std::vector<char*> pointers;
  for (auto& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

std::vector<std::string> plain_benchmarks(const std::string& program) {
  std::vector<std::string> arguments{program, "--benchmark_list_tests=true",
                                     "--benchmark_out=", "--benchmark_format=console"};
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, pointers_to(arguments).data());
  Silent silent;
  std::ostringstream out, err;
  silent.SetOutputStream(&out);
  silent.SetErrorStream(&err);
  benchmark::RunSpecifiedBenchmarks(&silent, "all");
  std::vector<std::string> names;
  std::istringstream lines(out.str());
  for (std::string name; std::getline(lines, name);) names.push_back(name);
  return names;
}

void leave_out_plain_benchmarks() { benchmark::ClearRegisteredBenchmarks(); }

int run_plain(std::vector<std::string> arguments) {
  auto pointers = pointers_to(arguments);
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, pointers.data());
  if (benchmark::ReportUnrecognizedArguments(count, pointers.data())) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

Registry::Registry(std::vector<std::string> arguments) : arguments_(std::move(arguments)) {
  auto pointers = pointers_to(arguments_);
  int count = static_cast<int>(arguments_.size());
  benchmark::Initialize(&count, pointers.data());
  if (count > 1)
    throw UsageError(fmt::format("this Google Benchmark ({}) does not know the flag {}",
                                 TICKBENCH_GOOGLE_BENCHMARK_VERSION, pointers[1]));
}

void Registry::add(const api::Instance& instance,
                   const std::function<void(benchmark::State&)>& run) {
  auto* registered = benchmark::RegisterBenchmark(instance.registered_name.c_str(), run);
  registered->UseManualTime();
  const auto& description = *instance.description;
  if (description.unit) registered->Unit(*description.unit);
  if (description.repetitions > 0) registered->Repetitions(description.repetitions);
  if (description.report_aggregates_only)
    registered->ReportAggregatesOnly(*description.report_aggregates_only);
  if (description.display_aggregates_only)
    registered->DisplayAggregatesOnly(*description.display_aggregates_only);
}

}  // namespace tickbench::google
