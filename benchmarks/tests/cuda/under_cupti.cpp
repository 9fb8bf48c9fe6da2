// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
//     PROGRAM RECORDS.json [flag of a suite...]
//
// Runs the program's benchmarks while NVIDIA's profiler records each kernel and each copy, and
// writes how long they took. The profiler adds about a microsecond to a launch: the times that the
// suite itself finds in this run are not its usual ones. 77 where there is no CUPTI.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <tickbench/tickbench.hpp>

#include "conditions/profiler.hpp"

namespace {

namespace profiler = tickbench::conditions::profiler;

constexpr double kNanosecond = 1e-9;

nlohmann::json summary(std::vector<std::uint64_t> durations) {
  std::sort(durations.begin(), durations.end());
  const auto at = [&](double part) {
    const auto last = static_cast<double>(durations.size() - 1);
    return static_cast<double>(durations[static_cast<std::size_t>(part * last)]) * kNanosecond;
  };
  return {{"count", durations.size()}, {"median", at(0.5)}, {"low", at(0.05)}, {"high", at(0.95)}};
}

void write(const char* path, const profiler::Recorded& found) {
  std::map<std::string, std::vector<std::uint64_t>> kernels;
  std::vector<std::uint64_t> copies;
  for (const auto& activity : found.activities)
    if (activity.kind == profiler::kKernels)
      kernels[activity.kernel].push_back(activity.end - activity.start);
    else if (activity.kind == profiler::kCopies)
      copies.push_back(activity.end - activity.start);
  nlohmann::json json{{"dropped", found.lost}, {"kernels", nlohmann::json::object()}};
  for (const auto& [name, durations] : kernels) json["kernels"][name] = summary(durations);
  if (!copies.empty()) json["copies"] = summary(copies);
  std::ofstream out(path);
  out << json.dump(1) << '\n';
  out.close();
  if (!out) throw std::runtime_error(std::string("cannot write ") + path);
}

int run(int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-')
    throw std::runtime_error("expected a file to write records to, and then flags");
  const char* const path = argv[1];
  argv[1] = argv[0];
  const profiler::Recording recording;
  const int status = tickbench::run(argc - 1, argv + 1);
  write(path, recording.take());
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "under_cupti: %s\n", error.what());
    const bool is_named = std::getenv(profiler::kLibraryVariable) != nullptr;
    return !is_named && std::string(error.what()).starts_with("no CUPTI") ? 77 : 2;
  }
}
