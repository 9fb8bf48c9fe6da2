// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/google/plain_benchmarks.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <sstream>

#include "tickbench/error.hpp"

namespace tickbench::suite {
namespace {

class Silent final : public benchmark::BenchmarkReporter {
 public:
  Silent() {
    SetOutputStream(&out_);
    SetErrorStream(&err_);
  }
  bool ReportContext(const Context& /*context*/) override { return false; }
  void ReportRuns(const std::vector<Run>& /*runs*/) override {}
  std::string printed() const { return out_.str(); }

 private:
  std::ostringstream out_;
  std::ostringstream err_;
};

}  // namespace

void refuse_plain_benchmarks(const std::string& program) {
  std::string name = program;
  std::string list = "--benchmark_list_tests=true";
  std::string no_file = "--benchmark_out=";
  std::array<char*, 4> arguments{name.data(), list.data(), no_file.data(), nullptr};
  int count = 3;
  benchmark::Initialize(&count, arguments.data());
  Silent silent;
  benchmark::RunSpecifiedBenchmarks(&silent, "all");
  std::string names = silent.printed();
  if (names.empty()) return;
  for (char& c : names)
    if (c == '\n') c = ' ';
  throw UsageError(
      "expected only TICKBENCH(...) benchmarks in this program, found BENCHMARK(...): " + names +
      "(they need a program of their own, with Google Benchmark's main)");
}

}  // namespace tickbench::suite
