// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "html_report/outcome_badge.hpp"
#include "html_report/page.hpp"
#include "html_report/units.hpp"

namespace tickbench::html_report {
namespace {

// What tells one run from another; the rest stands folded.
constexpr std::array<std::string_view, 13> kFirst{
    "version", "commit",   "started", "host cpu",  "host os",  "compiler",      "driver",
    "vendor",  "platform", "date",    "host_name", "num_cpus", "measured peaks"};

Html facts_list(const results::Facts& facts, bool first) {
  Html items;
  for (const auto& [name, value] : facts) {
    const bool is_first = std::find(kFirst.begin(), kFirst.end(), name) != kFirst.end();
    std::string shown = name;
    std::replace(shown.begin(), shown.end(), '_', ' ');
    if (is_first == first) items += element("dt", shown) + element("dd", value);
  }
  return items.is_empty() ? items : element("dl", items);
}

Html folded(const std::string& summary, const Html& content) {
  if (content.is_empty()) return {};
  return element("details", element("summary", summary) + content);
}

Html device_card(const results::Device& device) {
  auto card = element("h4", device.name.empty() ? device.id : device.name + " (" + device.id + ")");
  std::string peaks;
  if (device.peak_bytes_per_second > 0)
    peaks = metric_value("bytes_per_second", device.peak_bytes_per_second);
  if (device.peak_flops_per_second > 0)
    peaks += (peaks.empty() ? "" : ", ") +
             metric_value("flops_per_second", device.peak_flops_per_second);
  auto facts = device.facts;
  if (!peaks.empty()) facts.emplace_back("measured peaks", peaks);
  return element("div", {{"class", "device"}},
                 card + facts_list(facts, true) +
                     folded("All of this device", facts_list(device.facts, false)));
}

/// A message keeps its lines.
Html lines(const std::string& message) {
  Html result;
  for (std::size_t begin = 0; begin <= message.size();) {
    const auto end = std::min(message.find('\n', begin), message.size());
    if (begin > 0) result += Html::trusted("<br>");
    result += text(std::string_view(message).substr(begin, end - begin));
    begin = end + 1;
  }
  return result;
}

struct Counts {
  std::size_t all = 0, good = 0, skipped = 0, bad = 0, not_converged = 0;
};

Counts counts_of(const Run& run) {
  Counts counts;
  for (const auto& benchmark : run.benchmarks) {
    ++counts.all;
    const auto kind = kind_of_outcome(benchmark.outcome);
    ++(kind == OutcomeKind::kGood      ? counts.good
       : kind == OutcomeKind::kSkipped ? counts.skipped
                                       : counts.bad);
    if (benchmark.converged == false) ++counts.not_converged;
  }
  return counts;
}

Html tile(std::size_t count, const std::string& word, const std::string& css_class) {
  return element("li", {{"class", count == 0 ? "tile none" : "tile " + css_class}},
                 element("strong", std::to_string(count)) + text(" " + word));
}

Html tiles(const Run& run) {
  const auto counts = counts_of(run);
  return element("ul", {{"class", "tiles"}},
                 tile(counts.all, "benchmarks", "") + tile(counts.good, "✓ good", "good") +
                     tile(counts.bad, "✗ failed", "bad") +
                     tile(counts.skipped, "– skipped", "skip") +
                     tile(counts.not_converged, "! not converged", "care"));
}

Html card(const Run& run) {
  Html parts = element("div", element("h4", "Program and host") + facts_list(run.facts, true) +
                                  folded("All of this run", facts_list(run.facts, false)));
  for (const auto& device : run.devices) parts += device_card(device);
  return element("article", {{"class", "card"}},
                 element("h3", run.label) + element("p", {{"class", "path"}}, text(run.path)) +
                     tiles(run) + element("div", {{"class", "parts"}}, parts));
}

}  // namespace

Html run_cards(const std::vector<Run>& runs) {
  Html cards;
  for (const auto& run : runs) cards += card(run) + Html::trusted("\n");
  return element("section", {{"id", "runs"}},
                 element("h2", runs.size() == 1 ? "The run" : "The runs") +
                     element("div", {{"class", "cards"}}, cards)) +
         Html::trusted("\n");
}

Html attention(const std::vector<Run>& runs) {
  Html bad, skipped, slow;
  for (const auto& run : runs) {
    const std::string where = runs.size() > 1 ? ", " + run.label : "";
    for (const auto& device : run.devices)
      if (!device.clock_message.empty())
        bad += element("li",
                       element("strong", device.name + where + ": ") + text(device.clock_message));
    for (const auto& benchmark : run.benchmarks) {
      const auto kind = kind_of_outcome(benchmark.outcome);
      const auto name = element("code", breakable(benchmark.id)) +
                        text(" on " + device_name(benchmark) + where + " ");
      if (kind == OutcomeKind::kBad)
        bad += element(
            "li",
            name + outcome_badge(benchmark.outcome) +
                (benchmark.message.empty() ? Html() : element("p", lines(benchmark.message))));
      if (kind == OutcomeKind::kSkipped)
        skipped +=
            element("li", name + outcome_badge(benchmark.outcome) + text(" " + benchmark.message));
      if (kind == OutcomeKind::kGood && benchmark.converged == false) slow += element("li", name);
    }
  }
  Html content;
  if (!bad.is_empty()) content += element("ul", {{"class", "bad"}}, bad);
  if (!slow.is_empty())
    content += folded("Not converged: the interval is wider than the precision asked for",
                      element("ul", slow));
  if (!skipped.is_empty()) content += folded("Skipped, and why", element("ul", skipped));
  if (content.is_empty()) return content;
  return element("section", {{"id", "attention"}}, element("h2", "Read with care") + content) +
         Html::trusted("\n");
}

}  // namespace tickbench::html_report
