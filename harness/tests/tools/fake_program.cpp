// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Stands in for a benchmark program: takes Google Benchmark's --benchmark_out and writes a result
// file, or misbehaves as told. It measures nothing.
#include <sys/types.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <random>
#include <string>
#include <string_view>

namespace {

std::string value_of(int argc, char** argv, std::string_view name, const char* otherwise) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument(argv[i]);
    if (argument.starts_with(name) && argument.size() > name.size() && argument[name.size()] == '=')
      return std::string(argument.substr(name.size() + 1));
  }
  return otherwise;
}

void misbehave(const std::string& how) {
  if (how == "exit") {
    std::cerr << "first line\nit all went wrong \x1b[31m\n";
    std::exit(3);
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
  const auto how = value_of(argc, argv, "--how", "well");
  misbehave(how);
  const auto out = value_of(argc, argv, "--benchmark_out", "");
  const auto log = value_of(argc, argv, "--log", "");
  const std::string program(argv[0]);
  const bool is_slow = program.ends_with("_slow");
  if (!log.empty()) std::ofstream(log, std::ios::app) << (is_slow ? "N" : "O");
  if (out.empty() || how == "silent") return 0;
  std::random_device seed;
  std::mt19937_64 random(seed());
  const double jitter = 1 + 0.002 * static_cast<double>(random() % 1000) / 1000;
  const double time = (is_slow ? 1.2 : 1.0) * jitter;
  std::ofstream file(out);
  file << R"({"context": {"date": ")" << getpid() << R"("}, "benchmarks": [{"name": ")"
       << value_of(argc, argv, "--name", "f") << R"(", "run_type": "iteration", "real_time": )"
       << time << R"(, "time_unit": "ms"})" << (how == "damaged" ? "" : "]}");
}
