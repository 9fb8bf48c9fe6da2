// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <functional>
#include <string>

namespace tickbench::google {

/// How wide Google Benchmark's column CPU is: a number and its unit.
inline constexpr std::size_t kCpuColumn = 16;

/// Google Benchmark's table, without the column CPU where it is asked to leave that out: it says
/// how long Google Benchmark's own loop took, which times nothing here.
class NarrowConsole final : public benchmark::ConsoleReporter {
 public:
  using ConsoleReporter::ConsoleReporter;
  void omit_cpu() { omits_cpu_ = true; }

 protected:
  void PrintHeader(const Run& run) override;
  void PrintRunData(const Run& run) override;

 private:
  std::string printed(const std::function<void()>& print);

  bool omits_cpu_ = false;
};

}  // namespace tickbench::google
