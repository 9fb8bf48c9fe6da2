// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/table.hpp"

#include <array>
#include <cstdio>

#include "html_report/methods.hpp"
#include "html_report/units.hpp"

namespace tickbench::html_report {
namespace {

std::string key_text(double value) {
  std::array<char, 40> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.9g", value);
  return buffer.data();
}

}  // namespace

void Table::add_heading(const std::string& heading, bool is_number) {
  headings_ +=
      element("th", {{"scope", "col"}, {"class", is_number ? "number" : "name"}}, text(heading));
}

void Table::begin_row() {
  if (!rows_.is_empty()) rows_ += Html::trusted("</tr>\n");
  rows_ += Html::trusted("<tr>");
}

void Table::add_name(const Html& content) { rows_ += element("th", {{"scope", "row"}}, content); }

void Table::add_cell(const Html& content) { rows_ += element("td", content); }

void Table::add_number(const Html& content, std::optional<double> key) {
  rows_ += key ? element("td", {{"class", "number"}, {"data-v", key_text(*key)}}, content)
               : element("td", {{"class", "number"}}, content);
}

Html Table::finished() const {
  const auto body = rows_.is_empty() ? Html() : rows_ + Html::trusted("</tr>\n");
  const auto table = element("caption", caption_) + element("thead", element("tr", headings_)) +
                     Html::trusted("\n") + element("tbody", body);
  // Focusable, so that a keyboard can scroll it.
  return element(
             "div",
             {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", caption_}},
             element("table", {{"class", "sortable"}}, table)) +
         Html::trusted("\n");
}

Html number_with_method(const Benchmark& benchmark, const std::string& metric) {
  const auto* found = benchmark.metric(metric);
  if (found == nullptr) return text("–");
  auto cell = element("span", {{"class", "value"}}, text(metric_value(metric, found->value)));
  if (const auto interval = metric_interval(metric, *found); !interval.empty())
    cell += element("small", interval);
  return cell + element("small", {{"class", "method"}}, text(short_method_of(benchmark, metric)));
}

}  // namespace tickbench::html_report
