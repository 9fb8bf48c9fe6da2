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
#include "text/table.hpp"

namespace tickbench::google {

/// What a row of the table is about.
struct RowSubject {
  std::string id;
  std::string device;                       ///< where several devices share the table; else empty
  const results::Record* record = nullptr;  ///< null: an aggregate, or a plain benchmark
};

/// The table that a terminal or a pipe gets. It is printed row by row, so that its columns follow
/// from the width, from the ids and from the references of the first row:
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

  /// Behind the first `row`.
  std::string heading() const;
  /// Nothing where the device or a form of the kernel is not there: the summary counts such rows.
  std::string row(const RowSubject& subject, const Run& run);
  /// The meaning of each column and word that the rows have.
  std::string legend() const;

 private:
  struct Words {
    std::vector<std::string> all;
    text::Colour colour = text::Colour::kNone;
    bool is_cut = false;  ///< where they do not fit: the summary has them whole
  };

  void fit();
  void leave_out_references(const std::vector<results::MetricValue>& all);
  std::size_t figures_width() const;
  std::string paint(text::Colour colour, const std::string& text) const {
    return text::paint(colour, text, has_colour_);
  }
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
  static constexpr std::size_t kLeastName = 12;

  bool has_rows_ = false;
  std::size_t whole_ = kLeastName,
              within_group_ = kLeastName;      ///< widths of ids, and of their ends; at least
  std::size_t names_ = 0;                      ///< width of the first column
  std::vector<std::size_t> figures_;           ///< the columns of figures, in their table
  std::size_t shown_ = 0;                      ///< how many of them
  std::map<std::string, std::size_t> groups_;  ///< how many ids each has
  std::string group_, device_;                 ///< of the row before
  std::set<std::string_view> explained_;       ///< the beginnings of what the legend explains
};

}  // namespace tickbench::google
