// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>

#include "results/entry.hpp"
#include "results/result_file.hpp"

namespace tickbench::results {

/// Puts the rows of one file together: one benchmark for each id and device, one repetition a row.
class Assembler {
 public:
  explicit Assembler(ResultFile& file) : file_(file) {}

  /// `where` names the row in messages. Throws UsageError where the row contradicts another.
  void add(const Entry& entry, const std::string& where);

 private:
  Benchmark& benchmark_of(const Entry& entry, const std::string& where);
  std::vector<Metric> recorded(const std::vector<EntryMetric>& metrics, const std::string& where,
                               std::size_t more = 0);
  std::vector<Metric> metrics_of(const Entry& entry, const std::string& where);
  std::vector<Count> counts_of(const std::vector<std::pair<std::string, std::int64_t>>& counts);
  void add_repetition(Benchmark& benchmark, const Entry& entry, const std::string& where);
  std::vector<Setting> settings_of(
      const std::vector<std::pair<std::string, std::string>>& settings);

  ResultFile& file_;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace tickbench::results
