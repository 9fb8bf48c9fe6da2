// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "html_report/html.hpp"
#include "html_report/run.hpp"

namespace tickbench::html_report {

/// A table that the page's script makes sortable; without the script it is a table all the same.
class Table {
 public:
  explicit Table(std::string caption) : caption_(std::move(caption)) {}
  void add_heading(const std::string& text, bool is_number);
  void begin_row();
  void add_name(const Html& content);
  void add_cell(const Html& content);
  /// Sorted by `key`; nothing sorts last.
  void add_number(const Html& content, std::optional<double> key);
  Html finished() const;

 private:
  std::string caption_;
  Html headings_, rows_;
};

/// A number with its interval and its method (in short); a dash where there is none.
Html number_with_method(const Benchmark& benchmark, const std::string& metric);

}  // namespace tickbench::html_report
