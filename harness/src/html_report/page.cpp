// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/page.hpp"

#include <array>
#include <set>

#include "html_report/assets.hpp"

namespace tickbench::html_report {
namespace {

// The page loads nothing, whatever a name in a file may try.
constexpr const char* kPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'";

Html head(const std::string& title) {
  return element(
      "head",
      Html::trusted("<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" "
                    "content=\"" +
                    std::string(kPolicy) +
                    "\">\n"
                    "<meta name=\"viewport\" content=\"width=device-width, "
                    "initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light "
                    "dark\">\n") +
          element("title", title) + Html::trusted("\n") +
          element("style", Html::trusted(std::string(kPageStyle))));
}

Html link(const std::string& id, const std::string& words) {
  return element("li", element("a", {{"href", "#" + id}}, text(words)));
}

Html contents_list(const PageContents& contents) {
  Html links = link("runs", contents.runs.size() == 1 ? "The run" : "The runs");
  for (const auto& section : contents.sections)
    if (!contents.pictures.empty()) links += link(section.id, section.heading);
  for (std::size_t i = 0; i < contents.comparisons.size(); ++i) {
    const auto& both = contents.comparisons[i];
    links += link("beside-" + std::to_string(i + 1),
                  both.new_run->label + " beside " + both.old_run->label);
  }
  links += link("results", "All results") + link("guide", "How to read this page");
  return element("nav", {{"aria-label", "Contents"}}, element("ul", links)) + Html::trusted("\n");
}

std::string devices_in(const std::vector<Run>& runs) {
  std::set<std::string> seen;
  std::string names;
  for (const auto& run : runs)
    for (const auto& benchmark : run.benchmarks)
      if (const auto name = device_name(benchmark); seen.insert(name).second)
        names += (names.empty() ? "" : " · ") + name;
  return names;
}

Html data_table(const Plot& plot) {
  Html rows;
  for (std::size_t i = 1; i < plot.table.size(); ++i) {
    Html cells = element("th", {{"scope", "row"}}, text(plot.table[i].front()));
    for (std::size_t j = 1; j < plot.table[i].size(); ++j) cells += element("td", plot.table[i][j]);
    rows += element("tr", cells);
  }
  Html headings;
  for (const auto& heading : plot.table.front())
    headings += element("th", {{"scope", "col"}}, text(heading));
  const auto table =
      element("table", element("thead", element("tr", headings)) + element("tbody", rows));
  return element("details", element("summary", "The numbers of this plot") +
                                element("div", {{"class", "scroll"}}, table));
}

Html comparison(const SideBySide& both, std::size_t number) {
  const std::string id = "beside-" + std::to_string(number);
  Html content = element("h2", both.new_run->label + " beside " + both.old_run->label);
  if (both.has_other_device)
    content += element("p", {{"class", "note"}},
                       text("The two files share no device: benchmarks are paired by their ids "
                            "alone, and a ratio is one between devices."));
  content += element("p",
                     "The ratio is time over time: below 1× is faster. It is no verdict; "
                     "tickbench compare judges, with an error rate over the whole table.");
  return element("section", {{"id", id}}, content + comparison_table(both)) + Html::trusted("\n");
}

}  // namespace

Html plot_section(const PlotSection& section, const Pictures& pictures) {
  Html content = element("h2", section.heading);
  if (!section.introduction.empty()) content += element("p", section.introduction);
  for (const auto& note : section.notes) content += element("p", {{"class", "note"}}, text(note));
  Html figures;
  for (const auto& plot : section.plots) {
    const auto picture = pictures.find(plot.name);
    if (picture == pictures.end()) continue;
    figures += element("figure", element("h3", breakable(plot.heading)) + picture->second +
                                     element("figcaption", plot.caption) + data_table(plot)) +
               Html::trusted("\n");
  }
  return element("section", {{"id", section.id}},
                 content + element("div", {{"class", "figures"}}, figures)) +
         Html::trusted("\n");
}

Html reading_guide() {
  static constexpr std::array<std::pair<const char*, const char*>, 10> kWords{{
      {"Time",
       "the device's time of one launch among others, back to back (batched). Rates, the "
       "share of the peak and the speed-ups come from it."},
      {"Isolated time", "the device's time of one launch on a drained queue."},
      {"Host time",
       "from enqueue to the end of the wait, by the host's clock, of an isolated launch. "
       "Launch overhead is what it has above the isolated time."},
      {"95 % interval",
       "of the median, from order statistics, over the samples of this run. It does "
       "not hold the spread from run to run."},
      {"bracket ×256", "between two device timestamps around 256 launches."},
      {"event",
       "from START to END of the command's own event; events: the sum over the launches'."},
      {"host clock", "no device time was to be had: the host's clock around the launches."},
      {"paired",
       "device and reference were sampled in turn; the ratio is the median of the pairs'."},
      {"Noise", "half the interquartile range over the median."},
      {"Not converged", "the budget was spent before the interval was as narrow as asked."},
  }};
  Html items;
  for (const auto& [word, meaning] : kWords) items += element("dt", word) + element("dd", meaning);
  return element(
             "section", {{"id", "guide"}},
             element("h2", "How to read this page") + element("dl", {{"class", "guide"}}, items)) +
         Html::trusted("\n");
}

std::string page(const PageContents& contents) {
  const auto top =
      element("header", element("h1", contents.title) +
                            element("p", {{"class", "devices"}}, text(devices_in(contents.runs))) +
                            contents_list(contents));
  Html main = run_cards(contents.runs) + attention(contents.runs);
  if (!contents.pictures.empty())
    for (const auto& section : contents.sections) main += plot_section(section, contents.pictures);
  for (std::size_t i = 0; i < contents.comparisons.size(); ++i)
    main += comparison(contents.comparisons[i], i + 1);
  main += element("section", {{"id", "results"}},
                  element("h2", "All results") + results_table(contents.runs));
  main += reading_guide();
  const auto body =
      element("a", {{"class", "jump"}, {"href", "#results"}}, text("To the table of all results")) +
      top + element("main", main) +
      element("footer", "Written by tickbench report. This page loads nothing.") +
      element("script", Html::trusted(std::string(kPageScript)));
  return "<!DOCTYPE html>\n" +
         element("html", {{"lang", "en"}}, head(contents.title) + element("body", body)).markup() +
         "\n";
}

}  // namespace tickbench::html_report
