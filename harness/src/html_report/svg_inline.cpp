// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/svg_inline.hpp"

#include <re2/re2.h>

#include <array>
#include <cstdio>

#include "html_report/palette.hpp"
#include "tickbench/error.hpp"

namespace tickbench::html_report {
namespace {

/// "#0a5cad" as a pattern for the ways in which gnuplot writes it: rgb( 10,  92, 173).
std::string rgb_pattern(std::string_view hex) {
  std::array<unsigned, 3> parts{};
  std::sscanf(std::string(hex).c_str(), "#%2x%2x%2x", &parts[0], &parts[1], &parts[2]);
  std::string pattern = "rgb\\(";
  for (std::size_t i = 0; i < parts.size(); ++i)
    pattern += (i == 0 ? " *" : ", *") + std::to_string(parts[i]);
  return "(?i)(?:" + pattern + " *\\)|" + std::string(hex) + ")";
}

void exchange(std::string& svg, const std::string& pattern, const std::string& with) {
  RE2::GlobalReplace(&svg, pattern, with);
}

void exchange_colours(std::string& svg) {
  for (std::size_t i = 0; i < kStyles.size(); ++i)  // a colour used twice is gone after the first
    exchange(svg, rgb_pattern(kStyles[i].light), "var(--series-" + std::to_string(i + 1) + ")");
  exchange(svg, rgb_pattern(kInk), "var(--ink)");
  exchange(svg, rgb_pattern(kMuted), "var(--muted)");
  exchange(svg, rgb_pattern(kGrid), "var(--grid)");
  exchange(svg, rgb_pattern(kPaper), "var(--paper)");
  exchange(svg, rgb_pattern(kBandFill), "var(--band)");
}

/// What gnuplot writes and a page does not need: the names of plots (browsers show them as tool
/// tips), groups without content, filters, white space.
void drop_ballast(std::string& svg) {
  exchange(svg, "(?s)<title>.*?</title>", "");
  exchange(svg, "(?s)<desc>.*?</desc>", "");
  exchange(svg, "(?s)<filter .*?</filter>", "");
  exchange(svg, "<g [^>]*>\\s*</g>", "");
  exchange(svg, " font-family=\"[^\"]*\"", "");
  exchange(svg, "\\s*\\n\\s*", "\n");
}

}  // namespace

Html inline_svg(const std::string& svg, const Plot& plot, const std::string& css_class) {
  std::string view_box, body;
  if (!RE2::PartialMatch(svg, "(?s)<svg[^>]*viewBox=\"([0-9 ]+)\"[^>]*>(.*)</svg>", &view_box,
                         &body))
    throw UsageError(plot.name + ".svg: expected an SVG picture, found something else");
  drop_ballast(body);
  exchange_colours(body);
  const std::string prefix = plot.name + "-" + css_class + "-";
  exchange(body, "id=(['\"])", "id=\\1" + prefix);
  exchange(body, "xlink:href='#", "href='#" + prefix);
  exchange(body, "url\\(#", "url(#" + prefix);
  const Html inside = element("title", {{"id", prefix + "title"}}, text(plot.heading)) +
                      element("desc", {{"id", prefix + "desc"}}, text(plot.alt)) +
                      Html::trusted(std::move(body));
  return element("svg",
                 {{"class", css_class},
                  {"viewBox", view_box},
                  {"role", "img"},
                  {"aria-labelledby", prefix + "title " + prefix + "desc"}},
                 inside);
}

std::string described_svg(const std::string& svg, const Plot& plot) {
  std::string result = svg;
  exchange(result, "(?s)<title>.*?</title>", "");
  const auto description = element("title", plot.heading) + element("desc", plot.alt);
  const auto begin = result.find("<desc>");
  const auto end = result.find("</desc>");
  if (begin == std::string::npos || end == std::string::npos || end < begin)
    throw UsageError(plot.name + ".svg: expected gnuplot's SVG with a description, found none");
  result.replace(begin, end + std::string("</desc>").size() - begin, description.markup());
  return result;
}

}  // namespace tickbench::html_report
