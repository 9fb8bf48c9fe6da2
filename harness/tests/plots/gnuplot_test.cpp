// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "html_report/files.hpp"
#include "plots/plots.hpp"

namespace tickbench::html_report {
namespace {

using test::TemporaryFolder;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kHostile = "x\"'`; system(\"touch pwned\") \\\n!ls ${@|} <b>&#";

std::vector<Plot> plots_of(const test::Json& results) {
  const TemporaryFolder folder;
  const std::vector<RunSummary> runs{test::read_run(folder.write("r.json", results), "A")};
  std::vector<Plot> plots;
  for (const auto& section : plot_sections(runs))
    plots.insert(plots.end(), section.plots.begin(), section.plots.end());
  return plots;
}

TEST(GnuplotScript, IsAsAgreed) {
  const auto plots = plots_of(test::suite());
  test::expect_golden("plots.gp", gnuplot_script(plots, Picture::kSvg));
  std::string data;
  for (const auto& plot : plots) data += "== " + plot.name + ".tsv\n" + gnuplot_data(plot);
  test::expect_golden("plots.tsv", data);
}

TEST(GnuplotScript, HoldsNothingFromOutside) {
  test::Json results = test::suite();
  const auto clean = gnuplot_script(plots_of(results), Picture::kSvg);
  for (auto& each : results["benchmarks"]) {
    auto& tickbench = each["tickbench"];
    tickbench["device"] = kHostile;
    tickbench["id"] = tickbench["id"].get<std::string>() + kHostile + "/64";
  }
  results["context"]["tickbench"]["devices"][0]["name"] = kHostile;
  const auto plots = plots_of(results);
  ASSERT_FALSE(plots.empty());
  for (const auto picture : {Picture::kSvg, Picture::kPng}) {
    const auto script = gnuplot_script(plots, picture);
    EXPECT_THAT(script, Not(HasSubstr("system(")));
    EXPECT_THAT(script, Not(HasSubstr("`")));
    EXPECT_THAT(script, Not(HasSubstr("\"")));
  }
}

TEST(GnuplotData, ANameStaysOneQuotedLine) {
  Plot plot;
  plot.series = {{kHostile, Series::Kind::kMeasured, 0, {{1, 2, 1.5, 2.5}}}};
  const auto data = gnuplot_data(plot);
  EXPECT_EQ(data.substr(0, data.find('\n')), R"("x'''; system('touch pwned') //n!ls ${@|} <b>&#")")
      << "a name with quotes, backslashes and line ends";
}

TEST(GnuplotScript, TheNameOfAnAxisCannotEndItsQuotes) {
  Plot plot;
  plot.x.label = kHostile;
  plot.x.format = "%.0b %Bx'; system('touch pwned')";
  plot.series = {{"line", Series::Kind::kMeasured, 0, {{1, 2, 1.5, 2.5}}}};
  const auto script = gnuplot_script({plot}, Picture::kSvg);
  EXPECT_THAT(script, HasSubstr("set xlabel 'x____ system(_touch pwned_) //n_ls _____ _b__#'\n"));
  EXPECT_THAT(script, HasSubstr("set format x '%.0b %Bx__ system(_touch pwned_)'\n"));
}

TEST(DescribedSvg, RefusesWhatIsNone) {
  EXPECT_THAT(test::refusal([] { described_svg("<html>", Plot()); }),
              HasSubstr("expected gnuplot's SVG"));
}

TEST(DescribedSvg, HasItsOwnWords) {
  Plot plot;
  plot.heading = "<H>";
  plot.alt = "what it shows";
  EXPECT_EQ(described_svg("<svg><title>Gnuplot</title>\n<desc>gnuplot's</desc><g/></svg>", plot),
            "<svg><title>&lt;H&gt;</title>\n<desc>what it shows</desc><g/></svg>");
}

}  // namespace
}  // namespace tickbench::html_report
