// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <functional>

#include "base/grouped.hpp"
#include "summaries/run_summary.hpp"
#include "text/wording.hpp"

/// Plots as data: what is drawn, not how, which svg.cpp says.
namespace tickbench::html_report {

enum class Scale { kLinear, kLog2, kLog10 };

struct PlotAxis {
  std::string label;  ///< may hold a name that a benchmark declared
  /// Of a tick, which is a value over the divisor.
  std::function<std::string(double)> text = [](double tick) { return fmt::format("{:.9g}", tick); };
  Scale scale = Scale::kLinear;
  double divisor = 1;                  ///< what the values are drawn over: 1e9 for GB/s
  std::optional<double> from{}, to{};  /// where it begins and ends, else as the values do
};

/// The vertical axis of a metric: from 0 where the values are of one size, else logarithmic.
PlotAxis metric_axis(std::string_view metric, const std::string& label,
                     const std::vector<double>& values);
/// A linear axis of values in `unit`, named with the prefix that suits the largest.
PlotAxis linear_axis(const std::string& label, const std::string& unit,
                     const std::vector<double>& values);
/// A logarithmic axis whose ticks carry `unit`, with a prefix where the unit takes one.
PlotAxis log10_axis(const std::string& label, const std::string& unit);

struct Point {
  double x = 0, y = 0;
  double low = 0, high = 0;  ///< the interval of y; both equal to y where there is none
};

struct Series {
  enum class Kind {
    kMeasured,  ///< a line, markers and intervals
    kDots,      ///< markers alone
    kLimit,     ///< a heavy line without markers: a roof, a median
    kBand       ///< the area between low and high
  };
  std::string title;  ///< may hold names from outside
  Kind kind = Kind::kMeasured;
  std::size_t style = 0;  ///< a number for each look
  std::vector<Point> points{};
};

/// The largest y; the series has points.
double highest(const Series& series);

/// A bar of a horizontal chart, or a dot with its interval where there are no segments.
struct Bar {
  std::string label;             ///< may hold names from outside
  std::vector<double> segments;  ///< stacked from 0
  Point dot{};                   ///< its y is unused: x, and low and high of x
};

struct Plot {
  std::string name{}, heading{}, caption{};  ///< the name becomes a file's
  std::string alt{};                         ///< what the picture shows, in words
  std::string picture{};                     ///< once it is drawn: the SVG
  PlotAxis x{}, y{};
  std::vector<Series> series{};
  std::vector<Bar> bars{};                        ///< instead of series
  std::vector<std::string> segment_names{};       ///< one for each segment of a bar
  std::vector<std::vector<std::string>> table{};  ///< the numbers, a heading row first
};

struct PlotSection {
  std::string id, heading;
  std::vector<Plot> plots{};
  std::vector<std::string> notes{};  ///< what is not drawn, and why
};

/// Drops all but the first `most`, saying so: `note` takes how many are dropped, and `most`.
template <class Drawn>
void keep_first(std::vector<Drawn>& all, std::size_t most, std::string_view note,
                PlotSection& section) {
  if (all.size() <= most) return;
  section.notes.push_back(fmt::format(fmt::runtime(note), all.size() - most, most));
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(most), all.end());
}

/// One benchmark as the plots see it, its id taken apart: `opencl/transfer/heap_to_device/8192` is
/// the size 8192 of the variant `heap_to_device` of `transfer`. Points into the runs.
struct Row {
  const RunSummary* run = nullptr;
  const BenchmarkSummary* benchmark = nullptr;
  std::vector<std::string> words{};
  std::vector<std::pair<std::string, double>> arguments{};  ///< as in the id ("n:1024"), its value
  std::string family{};   ///< the function's name, without the back end
  std::string variant{};  ///< what else tells it apart, the size aside; often empty
  std::optional<double> size{};

  std::string series() const { return variant.empty() ? family : family + "/" + variant; }
  std::string_view backend() const { return benchmark->backend; }
  std::string device() const { return device_name(*benchmark); }
};
using Rows = std::vector<Row>;
using RowGroup = std::vector<const Row*>;

/// Flop a byte; 0 where the benchmark does not state both.
double arithmetic_intensity(const BenchmarkSummary& benchmark);

/// In order. The size is the axis that a benchmark declares. Where none does, it is the argument
/// that takes the most values, which can only be seen on all of them.
Rows make_rows(const std::vector<RunSummary>& runs);

template <class IsWanted>
RowGroup rows_where(const Rows& rows, IsWanted is_wanted) {
  RowGroup result;
  for (const auto& row : rows)
    if (is_wanted(row)) result.push_back(&row);
  return result;
}

/// Whether each back end has one device in them, so that its name tells the device.
bool is_told_by_backend(const RowGroup& rows);

/// Rows of one run, device and series, by growing size: one line of a plot.
struct Curve {
  std::string title;  ///< only what tells it apart from the other curves
  std::string where;  ///< of that the device and the run: ", Device 1, B"
  RowGroup rows;
};
std::vector<Curve> make_curves(const RowGroup& rows);

/// A metric to draw of each curve, and what to call it there ("kernel time"; empty: nothing).
struct Shown {
  std::string metric, word;
  bool is_per_item = false;  ///< divided by the items of a launch
};

inline bool is_sized(const Row& row) { return row.benchmark->is_good() && row.size; }

/// Metrics of a family against size, as lines or dots. `frame` has name and heading, of which the
/// family's come before, and the y label.
void add_family(const RowGroup& family, const std::vector<Shown>& shown, Plot frame,
                PlotSection& section, bool keeps_dots = true);

/// Against size, one plot a family: bytes/s, or flop/s where arithmetic outweighs the bytes.
PlotSection throughput_section(const Rows& rows);
/// Kernel time and host time over each reference, one plot a family and reference; or one a family.
PlotSection speedup_section(const Rows& rows, bool is_one_plot = false);
/// All families that declare a pair of memories, a line a pair.
PlotSection memory_section(const Rows& rows);
/// Flop/s against flop/byte under the measured and the theoretical peaks, one plot a device.
PlotSection roofline_section(const std::vector<RunSummary>& runs, const Rows& rows);
/// Queued, submitted, started, ended: the smallest size of every benchmark.
PlotSection phase_section(const Rows& rows);
/// Submission, lag, execution and return of a launch; its first one; and one of many.
PlotSection submission_section(const Rows& rows);
/// One isolated launch by the device's clock and the host's, one plot a family.
PlotSection clock_section(const Rows& rows);
/// The regions that a benchmark's body timed, one plot a family.
PlotSection region_section(const Rows& rows);
/// Every sample in the order taken, of the noisiest measurements among these rows.
PlotSection sample_section(const std::vector<RunSummary>& runs, const Rows& rows);

/// All that have something to show or to say; of a group those figures that its benchmarks name.
std::vector<PlotSection> plot_sections(const std::vector<RunSummary>& runs,
                                       const std::string& group = {});

/// Drops the benchmarks of other groups. Throws UsageError where none is left.
void keep_group(const std::string& group, RunSummary& run);

/// The picture, with the plot's heading and description inside. The same bytes on every machine.
std::string svg(const Plot& plot);
/// The numbers behind it, in columns for a plot of one's own.
std::string numbers(const Plot& plot);

}  // namespace tickbench::html_report
