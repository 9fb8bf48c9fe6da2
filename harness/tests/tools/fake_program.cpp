// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Stands in for a benchmark program: takes Google Benchmark's --benchmark_out and writes a result
// file, or misbehaves as told. It measures nothing.
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <random>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

// The last one goes before all others.
std::string value_of(int argc, char** argv, std::string_view name, const char* otherwise) {
  std::string value = otherwise;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument(argv[i]);
    if (argument.starts_with(name) && argument.size() > name.size() && argument[name.size()] == '=')
      value = argument.substr(name.size() + 1);
  }
  return value;
}

// How many runs the log has, this one included.
std::size_t number_of_run(const std::string& log) {
  std::ifstream file(log, std::ios::ate);
  return static_cast<std::size_t>(file.tellg());
}

std::string nth(const std::string& list, std::size_t n) {
  std::vector<std::string> all;
  std::istringstream stream(list);
  for (std::string one; std::getline(stream, one, ',');) all.push_back(one);
  return all[(n - 1) % all.size()];
}

// Those that --tickbench_benchmark names, else those that match the filter.
std::vector<std::string> ids_of(int argc, char** argv) {
  std::vector<std::string> ids;
  for (int i = 1; i < argc; ++i) {
    static constexpr std::string_view kFlag = "--tickbench_benchmark=";
    const std::string_view argument(argv[i]);
    if (argument.starts_with(kFlag)) ids.emplace_back(argument.substr(kFlag.size()));
  }
  if (!ids.empty()) return ids;
  const auto filter = value_of(argc, argv, "--benchmark_filter", "all");
  const bool is_slow = std::string_view(argv[0]).ends_with("_slow");
  for (const char* id :
       {is_slow ? "opencl/slow" : "opencl/f", is_slow ? "opencl/slower" : "opencl/g"})
    if (filter == "all" ||
        (filter.front() == '-') !=
            std::regex_search(id, std::regex(filter.substr(filter.front() == '-'))))
      ids.emplace_back(id);
  return ids;
}

// A file of tickbench's, each benchmark known to 0.5 %. The second takes twice as long.
void write_tickbench(std::ostream& file, int argc, char** argv, double time) {
  file << R"({"context": {"date": "2026-01-01", "host_name": "m", "tickbench": {"commit": "c",
              "started": ")"
       << getpid() << R"("}}, "benchmarks": [)";
  const auto held =
      nth(value_of(argc, argv, "--held", "yes"), number_of_run(value_of(argc, argv, "--log", "")));
  const bool is_held = held == "yes";
  const char* comma = "";
  for (const auto& id : ids_of(argc, argv)) {
    file << comma << R"({"name": ")" << id << R"(", "run_type": "iteration", "real_time": )" << time
         << R"(, "time_unit": "s", "tickbench": {"id": ")" << id
         << R"(", "backend": "opencl", "device": "GPU", "device_id": "opencl:0", )"
         << (is_held ? R"("hold": {"batched": "delay_kernel"}, "converged": true)"
                     : R"("hold": {"batched": "none"}, "converged": false,
                          "conditions": {"remarks": ["throttled: power_cap"]})")
         << R"(, "methods": {"batched": ")" << (is_held ? "held bracket" : "bracket")
         << R"("}, "outcome": "passed", "samples": {"batched": 40}, "metrics": {"time": {"value": )"
         << time << R"(, "low": )" << time * 0.995 << R"(, "high": )" << time * 1.005 << "}}}}";
    comma = ", ";
    time *= 2;
  }
  file << "]}";
}

void misbehave(const std::string& how) {
  if (how == "exit") {
    std::cerr << "first line\nit all went wrong \x1b[31m\n";
    std::exit(3);
  }
  if (how == "usage") {
    std::cerr << "--no: not a flag\n";
    std::exit(2);
  }
  if (how == "skip") {
    std::cerr << "no device here\n";
    std::exit(77);
  }
  if (how == "crash") {
    std::signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
  }
  if (how == "hang") {
    // A grandchild as well: it must not outlive the time-out.
    if (fork() == 0) std::ofstream(std::getenv("FAKE_PID_FILE")) << getpid();
    while (true) pause();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto out = value_of(argc, argv, "--benchmark_out", "");
  const auto log = value_of(argc, argv, "--log", "");
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument(argv[i]);
    if (argument != "--tickbench_list" && argument != "--benchmark_list_tests=true") continue;
    for (const auto& id : ids_of(argc, argv)) std::cout << id << '\n';
    return 0;
  }
  const std::string program(argv[0]);
  const bool is_slow = program.ends_with("_slow");
  if (!log.empty()) std::ofstream(log, std::ios::app) << (is_slow ? "N" : "O");
  // Of each run in turn, where there is a list.
  const auto ways = value_of(argc, argv, "--how", "well");
  const auto how = ways.find(',') == ways.npos ? ways : nth(ways, number_of_run(log));
  misbehave(how);
  if (out.empty() || how == "silent") return 0;
  if (how == "pipe") return mkfifo(out.c_str(), 0600);
  if (how == "line") {  // of a gigabyte, of which the disk has next to nothing
    if (ftruncate(STDOUT_FILENO, 1 << 30) != 0 || lseek(STDOUT_FILENO, 0, SEEK_END) < 0) return 4;
    std::cout << "\nthe end" << std::endl;
    return 3;
  }
  std::random_device seed;
  std::mt19937_64 random(seed());
  const double jitter = 1 + 0.002 * static_cast<double>(random() % 1000) / 1000;
  if (ids_of(argc, argv).empty()) {
    std::cerr << "matches none\n";
    if (value_of(argc, argv, "--times", "") != "") return 2;
    const std::ofstream empty(out);  // as Google Benchmark does
    return 0;
  }
  const double time = (is_slow ? 1.2 : 1.0) * jitter;
  std::ofstream file(out);
  if (const auto times = value_of(argc, argv, "--times", ""); !times.empty()) {
    write_tickbench(file, argc, argv, std::stod(nth(times, number_of_run(log))));
    return how == "fail" ? 1 : 0;
  }
  file << R"({"context": {"date": ")" << getpid() << R"("}, "benchmarks": [{"name": ")"
       << value_of(
              argc, argv,
              is_slow && value_of(argc, argv, "--slow_name", "") != "" ? "--slow_name" : "--name",
              "f")
       << R"(", "run_type": "iteration", "real_time": )" << time << R"(, "time_unit": "ms"})"
       << (how == "damaged" ? "" : "]}");
}
