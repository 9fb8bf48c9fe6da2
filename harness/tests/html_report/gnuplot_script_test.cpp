// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/gnuplot_script.hpp"

#include <gmock/gmock.h>

#include "html_report/files.hpp"
#include "html_report/plots.hpp"
#include "html_report/read_run.hpp"
#include "html_report/svg_inline.hpp"

namespace tickbench::html_report {
namespace {

using test::TemporaryFolder;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kHostile = "x\"'`; system(\"touch pwned\") \\\n!ls ${@|} <b>&#";

std::vector<Plot> plots_of(const test::Json& results) {
  const TemporaryFolder folder;
  const std::vector<html_report::Run> runs{read_run(folder.write("r.json", results), "A")};
  std::vector<Plot> plots;
  for (const auto& section : plot_sections(runs))
    plots.insert(plots.end(), section.plots.begin(), section.plots.end());
  return plots;
}

TEST(GnuplotScript, IsAsAgreed) {
  const auto plots = plots_of(test::suite());
  test::expect_golden("plots.gp", gnuplot_script(plots, {Canvas::Kind::kWideSvg}));
  std::string data;
  for (const auto& plot : plots) data += "== " + plot.name + ".tsv\n" + gnuplot_data(plot);
  test::expect_golden("plots.tsv", data);
}

TEST(GnuplotScript, HoldsNothingFromOutside) {
  test::Json results = test::suite();
  const auto clean = gnuplot_script(plots_of(results), {});
  for (auto& each : results["benchmarks"]) {
    auto& tickbench = each["tickbench"];
    tickbench["device"] = kHostile;
    tickbench["id"] = tickbench["id"].get<std::string>() + kHostile + "/64";
  }
  results["context"]["tickbench"]["devices"][0]["name"] = kHostile;
  const auto plots = plots_of(results);
  ASSERT_FALSE(plots.empty());
  for (const auto kind : {Canvas::Kind::kWideSvg, Canvas::Kind::kNarrowSvg, Canvas::Kind::kPng}) {
    const auto script = gnuplot_script(plots, {kind});
    EXPECT_THAT(script, Not(HasSubstr("system(")));
    EXPECT_THAT(script, Not(HasSubstr("`")));
    EXPECT_THAT(script, Not(HasSubstr("\"")));
  }
}

TEST(GnuplotData, ANameStaysOneQuotedLine) {
  Plot plot;
  plot.series = {{kHostile, Series::Kind::kMeasured, 0, {{1, 2, 1.5, 2.5}}}};
  const auto data = gnuplot_data(plot);
  EXPECT_EQ(data.substr(0, data.find('\n')), R"("x'''; system('touch pwned') / !ls ${@|} <b>&#")")
      << "a name with quotes, backslashes and line ends";
}

TEST(SvgInline, RefusesWhatIsNone) {
  EXPECT_THAT(test::refusal([] { inline_svg("<html>", Plot(), "wide"); }),
              HasSubstr("expected an SVG picture"));
}

TEST(SvgInline, HasItsOwnIdsColoursAndWords) {
  Plot plot;
  plot.name = "p";
  plot.heading = "<H>";
  plot.alt = "what it shows";
  const auto svg =
      inline_svg(
          "<?xml?><svg\n viewBox=\"0 0 10 20\"\n width='5'><title>gnuplot</title><g id=\"a\">"
          "<use xlink:href='#gpPt1' color='rgb( 10,  92, 173)'/>"
          "<path fill='url(#a)' stroke='#0A5CAD'/></g></svg>",
          plot, "wide")
          .markup();
  EXPECT_EQ(
      svg,
      "<svg class=\"wide\" viewBox=\"0 0 10 20\" role=\"img\" aria-labelledby=\"p-wide-title "
      "p-wide-desc\"><title id=\"p-wide-title\">&lt;H&gt;</title><desc id=\"p-wide-desc\">what it "
      "shows</desc><g id=\"p-wide-a\"><use href='#p-wide-gpPt1' color='var(--series-1)'/><path "
      "fill='url(#p-wide-a)' stroke='var(--series-1)'/></g></svg>");
}

}  // namespace
}  // namespace tickbench::html_report
