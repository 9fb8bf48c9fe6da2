// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <kainjow/mustache.hpp>
#include <nlohmann/json.hpp>

#include "history/steps.hpp"
#include "history/templates.hpp"
#include "text/wording.hpp"

namespace tickbench::history {
namespace {

using kainjow::mustache::data;
using kainjow::mustache::object;
using nlohmann::json;

/// Six digits: of 10^5 points the page is half as large.
double short_number(double value) { return std::stod(fmt::format("{:.6g}", value)); }

/// What the page's script draws.
json page_data(const History& history, std::span<const Step> steps, double effect,
               std::string_view unit) {
  json result{{"unit", unit},
              {"effect", effect},
              {"higher", false},
              {"commits", json::array()},
              {"series", json::array()},
              {"steps", json::array()},
              {"breaks", json::array()}};
  for (const auto& commit : history.line.commits)
    result["commits"].push_back(
        {short_hash(commit.hash), commit.date.substr(0, 10), commit.subject});
  for (const auto& series : history.series) {
    result["higher"] = series.higher_is_better;
    json points = json::array();
    for (const auto& point : series.points)
      points.push_back({point.place, short_number(point.value), short_number(point.low),
                        short_number(point.high)});
    result["series"].push_back(
        {{"id", series.key.id}, {"name", name_text(series.key)}, {"points", std::move(points)}});
  }
  for (const auto& step : steps)
    result["steps"].push_back({{"series", step.series},
                               {"at", step.at},
                               {"ratio", step.ratio},
                               {"state", to_string(step.state())}});
  for (const auto& gap : history.breaks)
    result["breaks"].push_back({{"series", gap.after}, {"what", gap.what}});
  return result;
}

/// As JSON within HTML, where no text may end the element.
std::string embedded(const json& value) {
  std::string text;
  for (const char c : value.dump(-1, ' ', false, json::error_handler_t::replace))
    text += c == '<' ? "\\u003c" : std::string(1, c);
  return text;
}

data slower_row(const Step& step, const History& history) {
  const auto& commit = history.line.commits[step.at];
  const auto reason = step.decision ? step.decision->reason : "";
  return object{{"name", name_text(history.series[step.series].key)},
                {"series", fmt::format("s{}", step.series)},
                {"ratio", fmt::format("{:.4f}", step.ratio)},
                {"hash", short_hash(commit.hash)},
                {"date", commit.date.substr(0, 10)},
                {"subject", commit.subject},
                {"state", to_string(step.state())},
                {"look", step.state() == StepState::kConfirmed ? "bad" : "care"},
                {"more", reason + (step.change.is_drift ? " (the beginning of a drift)" : "")}};
}

}  // namespace

std::string make_page(const History& history, std::span<const Step> steps, double effect,
                      std::string_view unit, const std::string& title) {
  const auto& commits = history.line.commits;
  std::size_t newest = 0, since = 0, count = 0;
  for (const auto& series : history.series) {
    newest = std::max(newest, series.points.back().place);
    count += series.points.size();
  }
  for (std::size_t i = 0; i < newest; ++i)
    if (!commits[i].tags.empty()) since = i;
  std::vector<const Step*> slower;
  for (const auto& step : steps)
    if (step.is_worse && !step.is_recovered && step.after > since &&
        step.state() != StepState::kRefuted)
      slower.push_back(&step);
  std::ranges::stable_sort(slower, std::greater(), [](const Step* step) {
    return std::pair(step->state() == StepState::kConfirmed, std::abs(std::log(step->ratio)));
  });
  data rows(data::type::list), breaks(data::type::list);
  for (const auto* step : slower) rows << slower_row(*step, history);
  for (const auto& gap : history.breaks) {
    const auto& series = history.series[gap.after];
    breaks << object{{"name", name_text(series.key)},
                     {"ratio", fmt::format("{:.4f}", gap.ratio)},
                     {"hash", history.line.hash_at(series.points.front().place)},
                     {"what", gap.what}};
  }
  object page{{"title", title},
              {"counts", fmt::format("{} in {} series", text::counted(count, "point"),
                                     history.series.size())},
              {"since", commits[since].tags.empty() ? "the first commit" : commits[since].tags},
              {"slower", rows},
              {"has_breaks", !history.breaks.empty()},
              {"breaks", breaks},
              {"data", embedded(page_data(history, steps, effect, unit))}};
  return kainjow::mustache::mustache(std::string(html_report::kHistoryTemplate)).render(page);
}

}  // namespace tickbench::history
