// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "google/registry.hpp"

namespace tickbench::google {

/// What a row of the table is about.
struct RowSubject {
  std::string id;
  std::string device;                       ///< where several devices share the table; else empty
  const results::Record* record = nullptr;  ///< null: an aggregate, or a plain benchmark
};

/// The table that a terminal or a pipe gets. It is printed row by row, so that its columns follow
/// from the width and from the ids, before the first row:
///
///     benchmark              time    ±           rate    peak  x tbb  x serial
///     opencl/saxpy/1024   1.82 us  ±0.1 %    6.75 GB/s   0.2 %   0.68      5.10
///
/// Ids stand in groups, by back end and function. Where a line has no room for whole ids, the group
/// has a line of its own. What no column shows are words behind the row: only what is not usual.
class Table {
 public:
  /// `columns`: of the terminal; 0: it is a pipe, whose lines have any length.
  Table(const std::vector<std::string>& ids, std::size_t columns, bool has_colour);

  std::string heading() const;
  /// Nothing where the device or a form of the kernel is not there: the summary counts such rows.
  std::string row(const RowSubject& subject, const Run& run);
  /// The meaning of each column and word that the rows have.
  std::string legend() const;

 private:
  struct Words {
    std::vector<std::string> all;
    std::string_view colour;
    bool is_cut = false;  ///< where they do not fit: the summary has them whole
  };

  std::size_t figures_width() const;
  std::string paint(std::string_view colour, const std::string& text) const;
  std::string begin(const RowSubject& subject, std::string& name);
  std::string line(const std::string& name, const std::vector<std::string>& cells,
                   const Words& words) const;
  /// `all`: the record's metrics.
  std::vector<std::string> cells(const results::Record& record,
                                 const std::vector<results::MetricValue>& all);
  std::vector<std::string> words(const results::Record& record,
                                 const std::vector<results::MetricValue>& all);

  std::size_t columns_;
  bool has_colour_;
  bool has_whole_ids_ = true;
  std::size_t names_ = 0;                      ///< width of the first column
  std::size_t shown_ = 0;                      ///< how many of the columns of figures
  std::map<std::string, std::size_t> groups_;  ///< how many ids each has
  std::string group_, device_;                 ///< of the row before
  std::set<std::string_view> explained_;       ///< the beginnings of what the legend explains
};

}  // namespace tickbench::google
