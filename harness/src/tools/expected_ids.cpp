// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/expected_ids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <set>
#include <sstream>

#include "metrics/metric_info.hpp"
#include "results/json_document.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"
#include "tickbench/error.hpp"

namespace tickbench::tools {
namespace {

struct Place {
  const results::ResultFile* file;
  const results::Benchmark* benchmark;
};

/// Some figure of it is a number above zero. A body that was only verified has a processor time.
bool is_measured(const results::Benchmark& benchmark) {
  const auto is_number = [](const results::Metric& metric) {
    return metric.name != metrics::kCpuTime && std::isfinite(metric.value) && metric.value > 0;
  };
  return std::ranges::any_of(benchmark.repetitions, [&](const results::Repetition& repetition) {
    return std::ranges::any_of(repetition.metrics, is_number);
  });
}

/// "lost: 'opencl/f': no file has it"; empty where it was measured, and failed nowhere.
std::string complaint(const std::string& id, std::span<const Place> places) {
  if (places.empty()) return fmt::format("lost: '{}': no file has it", text::visible(id));
  const auto is_good = [](const Place& place) {
    return place.benchmark->is_good() && is_measured(*place.benchmark);
  };
  auto shown =
      std::ranges::find_if(places, [](const Place& place) { return place.benchmark->is_failed(); });
  const bool is_failed = shown != places.end();
  if (!is_failed && std::ranges::any_of(places, is_good)) return {};
  if (!is_failed) shown = places.begin();
  const auto& [file, benchmark] = *shown;
  const auto* what = is_failed ? "failed" : benchmark->is_skipped() ? "skipped" : "without a time";
  return fmt::format("{}: '{}': {}{}{}, by {}", what, text::visible(id),
                     text::visible(benchmark->outcome), benchmark->message.empty() ? "" : ": ",
                     text::visible(benchmark->message), text::visible(file->path));
}

}  // namespace

std::vector<std::string> read_ids(const std::string& path) {
  static constexpr std::size_t kMostBytes = std::size_t{1} << 26;
  std::istringstream in(results::read_text(path, kMostBytes));
  std::vector<std::string> ids;
  std::set<std::string> known;
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty()) continue;
    if (!known.insert(line).second)
      throw UsageError(fmt::format("--ids {}: expected each id once, found '{}' again",
                                   text::visible(path), text::visible(line)));
    ids.push_back(line);
  }
  if (ids.empty())
    throw UsageError(
        fmt::format("--ids {}: expected an id a line, as --tickbench_list prints "
                    "them, found none",
                    text::visible(path)));
  return ids;
}

bool all_were_measured(std::span<const std::string> ids, std::span<const results::RunRecord> runs,
                       std::ostream& out) {
  std::map<std::string_view, std::vector<Place>> places;
  for (const auto& run : runs)
    if (run.results)
      for (const auto& benchmark : run.results->benchmarks)
        places[benchmark.id].push_back({&*run.results, &benchmark});
  std::size_t missing = 0;
  for (const auto& id : ids) {
    const auto said = complaint(id, places[id]);
    if (said.empty()) continue;
    out << said << '\n';
    ++missing;
  }
  out << fmt::format("{} expected: {} measured, {} not\n", text::counted(ids.size(), "benchmark"),
                     ids.size() - missing, missing);
  return missing == 0;
}

}  // namespace tickbench::tools
