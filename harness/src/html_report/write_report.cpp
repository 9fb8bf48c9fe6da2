// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/write_report.hpp"

#include "html_report/gnuplot.hpp"
#include "html_report/gnuplot_script.hpp"
#include "html_report/output_folder.hpp"
#include "html_report/page.hpp"
#include "html_report/read_run.hpp"
#include "html_report/svg_inline.hpp"
#include "tickbench/error.hpp"

namespace tickbench::html_report {
namespace {

constexpr std::size_t kMostRuns = 12;  // beyond it no plot can tell its lines apart
constexpr const char* kPlots = "plots";
constexpr const char* kNarrow = "narrow";  // drawn for the page only

void refuse_unclear(const ReportOptions& options) {
  const auto refuse = [](const std::string& what) { throw UsageError("report: " + what); };
  if (options.results.empty()) refuse("expected at least one result file, found none");
  if (options.results.size() > kMostRuns)
    refuse("expected at most " + std::to_string(kMostRuns) + " result files, found " +
           std::to_string(options.results.size()));
  if (options.samples.size() > options.results.size())
    refuse("expected at most one samples file for each result file, found " +
           std::to_string(options.samples.size()) + " for " +
           std::to_string(options.results.size()));
  if (options.labels.size() > options.results.size())
    refuse("expected at most one label for each result file, found " +
           std::to_string(options.labels.size()) + " for " +
           std::to_string(options.results.size()));
}

std::vector<Run> read_all(const ReportOptions& options) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < options.results.size(); ++i) {
    const std::string label =
        i < options.labels.size() ? options.labels[i] : std::string(1, static_cast<char>('A' + i));
    for (const auto& run : runs)
      if (run.label == label)
        throw UsageError("report: expected labels that differ, found " + label + " twice");
    runs.push_back(read_run(options.results[i], label,
                            i < options.samples.size() ? options.samples[i] : std::string()));
  }
  return runs;
}

std::vector<Plot> all_plots(const std::vector<PlotSection>& sections) {
  std::vector<Plot> plots;
  for (const auto& section : sections)
    plots.insert(plots.end(), section.plots.begin(), section.plots.end());
  return plots;
}

void draw_files(const std::vector<Plot>& plots, const ReportOptions& options,
                const OutputFolder& folder, Canvas::Kind kind, const std::string& inside) {
  const bool is_png = kind == Canvas::Kind::kPng;
  const std::string script = is_png ? "plots-png.gp" : "plots.gp";
  folder.write(inside + "/" + script, gnuplot_script(plots, {kind}));
  for (const auto& plot : plots)
    folder.write(inside + "/" + plot.name + ".tsv", gnuplot_data(plot));
  run_gnuplot(options.gnuplot, folder.staging() / inside, script);
}

/// For wide screens and for narrow ones: text of one size, whatever the width.
Pictures draw(const std::vector<Plot>& plots, const ReportOptions& options,
              const OutputFolder& folder) {
  Pictures pictures;
  if (plots.empty()) return pictures;
  draw_files(plots, options, folder, Canvas::Kind::kWideSvg, kPlots);
  draw_files(plots, options, folder, Canvas::Kind::kNarrowSvg, kNarrow);
  if (options.has_png) draw_files(plots, options, folder, Canvas::Kind::kPng, kPlots);
  for (const auto& plot : plots) {
    const std::string file = plot.name + ".svg";
    const auto wide = file_text(folder.staging() / kPlots / file);
    pictures[plot.name] = inline_svg(wide, plot, "wide") +
                          inline_svg(file_text(folder.staging() / kNarrow / file), plot, "narrow");
    folder.write(std::string(kPlots) + "/" + file, described_svg(wide, plot));
  }
  std::filesystem::remove_all(folder.staging() / kNarrow);
  return pictures;
}

}  // namespace

void write_report(const ReportOptions& options) {
  refuse_unclear(options);
  const auto runs = read_all(options);
  std::vector<SideBySide> comparisons;
  for (std::size_t i = 1; i < runs.size(); ++i)
    comparisons.push_back(side_by_side(runs.front(), runs[i]));
  auto sections = plot_sections(runs);
  for (std::size_t i = 0; i < comparisons.size(); ++i)
    if (auto section = ratio_section(comparisons[i], i + 1); !section.plots.empty())
      sections.push_back(std::move(section));
  OutputFolder folder(options.folder);
  const auto pictures = options.has_plots ? draw(all_plots(sections), options, folder) : Pictures();
  folder.write("index.html", page({options.title, runs, sections, comparisons, pictures}));
  folder.publish();
}

}  // namespace tickbench::html_report
