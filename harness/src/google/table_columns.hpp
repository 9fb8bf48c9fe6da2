// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "google/google_benchmark.hpp"

namespace tickbench::google {

/// Which counters a row of Google Benchmark's table shows where it has so many columns. Those that
/// do not fit beside the name, the times and the label are taken out, the least important first.
///
/// Google Benchmark prints the header again wherever a row's counters differ from the
/// last one's. So a row keeps room for the words that others of its kind may end with.
class TableColumns {
 public:
  /// `names`: of the widest name, as Google Benchmark pads it.
  TableColumns(std::size_t columns, std::size_t names) : columns_(columns), names_(names) {}

  /// `label`: the least room to keep for it. The most important counter goes before it: a label
  /// that wraps can still be read.
  void fit(Run& run, std::size_t label);

  /// Which were left out of any row, the most important first.
  std::vector<std::string> left_out() const;

 private:
  std::size_t columns_;
  std::size_t names_;
  std::set<std::string> left_out_;
};

}  // namespace tickbench::google
