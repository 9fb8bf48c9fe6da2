// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/write_report.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <system_error>
#include <utility>

#include "base/throw_error.hpp"
#include "process/child_process.hpp"

namespace tickbench::html_report {
namespace {

// Tells a report's folder from anything else that a slip of the hand could name.
constexpr const char* kMarker = ".tickbench-report";

void refuse_if_foreign(const std::filesystem::path& path) {
  const auto refuse = [&](const std::string& what) {
    throw UsageError(path.string() + ": " + what);
  };
  std::error_code error;
  const auto status = std::filesystem::symlink_status(path, error);
  if (!std::filesystem::exists(status)) return;
  if (!std::filesystem::is_directory(status)) refuse("expected a folder, or nothing, found a file");
  const bool is_empty = std::filesystem::is_empty(path, error);
  if (error) refuse("cannot be read: " + error.message());
  if (!is_empty && !std::filesystem::exists(path / kMarker))
    refuse("expected an empty folder or an earlier report, found other files; name another folder");
}

constexpr std::size_t kMostRuns = 12;  // beyond it no plot can tell its lines apart

void refuse_unclear(const ReportOptions& options) {
  const std::size_t runs = options.results.size();
  for (const auto& [what, given] : {std::pair("samples file", options.samples.size()),
                                    std::pair("label", options.labels.size())})
    if (given > runs)
      throw_usage_error("report: expected at most one {} for each result file, found {} for {}",
                        what, given, runs);
}

std::vector<RunSummary> read_all(const ReportOptions& options) {
  std::vector<RunSummary> runs;
  for (std::size_t i = 0; i < options.results.size(); ++i) {
    const std::string label =
        i < options.labels.size() ? options.labels[i] : std::string(1, static_cast<char>('A' + i));
    for (const auto& run : runs)
      if (run.label == label)
        throw UsageError("report: expected labels that differ, found " + label + " twice");
    for (auto& run : read_runs(options.results[i], label,
                               i < options.samples.size() ? options.samples[i] : std::string()))
      runs.push_back(std::move(run));
  }
  if (runs.size() > kMostRuns)
    throw_usage_error("report: expected at most {} machines and result files, found {}", kMostRuns,
                      runs.size());
  return runs;
}

}  // namespace

OutputFolder::OutputFolder(const std::filesystem::path& path)
    : path_((std::filesystem::absolute(path) / "").lexically_normal().parent_path()) {
  refuse_if_foreign(path_);
  std::error_code error;
  std::filesystem::create_directories(path_.parent_path(), error);
  staging_ = fmt::format("{}.part-{}", path_.string(), ::getpid());
  process::remove_folder(staging_);  // of a process that was killed
  if (!std::filesystem::create_directory(staging_, error))
    throw_usage_error("{}: expected a folder that can be made, found: {}", path_.string(),
                      error.message());
}

void OutputFolder::write(const std::filesystem::path& name, const std::string& text) const {
  const auto path = staging_ / name;
  std::filesystem::create_directories(path.parent_path());
  process::OutputFile("out", path.string()).write(text);
}

void OutputFolder::publish() {
  write(kMarker, "A report of tickbench: it is replaced as a whole.\n");
  refuse_if_foreign(path_);
  if (::renameat2(AT_FDCWD, staging_.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) == 0)
    return;
  std::error_code error;
  std::filesystem::rename(staging_, path_, error);  // over nothing, or an empty folder
  if (!error) return;
  // A file system without exchange: the old one is away for a moment.
  const std::filesystem::path old = staging_.string() + ".old";
  std::filesystem::rename(path_, old, error);
  if (!error) std::filesystem::rename(staging_, path_, error);
  if (error) {
    std::error_code ignored;
    std::filesystem::rename(old, path_, ignored);
    throw_usage_error("{}: expected a folder that can be replaced: {}", path_.string(),
                      error.message());
  }
  process::remove_folder(old);
}

void write_report(const ReportOptions& options) {
  refuse_unclear(options);
  auto runs = read_all(options);
  if (!options.group.empty())
    for (auto& run : runs) keep_group(options.group, run);
  std::vector<RunComparison> comparisons;
  for (std::size_t i = 1; i < runs.size(); ++i)
    comparisons.push_back(compare_runs(runs.front(), runs[i]));
  auto sections = plot_sections(runs, options.group);
  // From here on an interruption takes the folder along that is half done.
  const process::HeldSignals signals(SIGCHLD);
  OutputFolder folder(options.folder);
  if (!options.has_plots) sections.clear();
  for (auto& section : sections)
    for (auto& plot : section.plots) {
      process::require_uninterrupted(signals);
      plot.picture = svg(plot);
      folder.write("plots/" + plot.name + ".svg", plot.picture);
      folder.write("plots/" + plot.name + ".tsv", numbers(plot));
    }
  folder.write("index.html", page(options.title, runs, sections, comparisons));
  process::require_uninterrupted(signals);
  folder.publish();
}

}  // namespace tickbench::html_report
