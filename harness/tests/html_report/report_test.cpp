// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <csignal>
#include <sstream>

#include "flags/tool.hpp"
#include "html_report/files.hpp"
#include "patience.hpp"
#include "plots/plots.hpp"
#include "process/guards.hpp"

/// `tickbench report`, as the user runs it.
namespace tickbench::html_report {
namespace {

using test::entry;
using test::Json;
using test::TemporaryFolder;
using testing::HasSubstr;
using testing::Not;

struct Outcome {
  int status = 0;
  std::string out, err;
};

Outcome report(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"tickbench", "report"});
  std::vector<const char*> pointers;
  for (const auto& argument : arguments) pointers.push_back(argument.c_str());
  std::ostringstream out, err;
  const int status = tools::run_tool(pointers, out, err);
  return {status, out.str(), err.str()};
}

/// The page between its style and its script, which are not what a test is about.
std::string body_of(const std::string& page) {
  const auto begin = page.find("<body>");
  const auto end = page.find("<script>");
  EXPECT_NE(begin, std::string::npos);
  EXPECT_NE(end, std::string::npos);
  return page.substr(begin, end - begin);
}

/// Counts must agree for each element that has an end.
void expect_balanced(const std::string& body) {
  const auto count = [&](const std::string& part) {
    std::size_t found = 0;
    for (auto at = body.find(part); at != std::string::npos; at = body.find(part, at + 1)) ++found;
    return found;
  };
  for (const std::string tag :
       {"section", "table", "tbody", "tr", "td", "figure", "svg", "g", "details", "ul", "li", "dl",
        "div", "span", "small", "p", "h2", "h3"})
    EXPECT_EQ(count("<" + tag + ">") + count("<" + tag + " "), count("</" + tag + ">")) << tag;
}

void expect_stands_alone(const std::string& page) {
  for (const char* part : {"http://", "https://", "//cdn", "@import", "<link", "<iframe", "<svg"})
    EXPECT_THAT(page, Not(HasSubstr(part)));
  // A picture is inside the page, as an image, in which no script runs.
  for (auto at = page.find(" src="); at != std::string::npos; at = page.find(" src=", at + 1))
    EXPECT_THAT(page.substr(at, 40), testing::StartsWith(" src=\"data:image/svg+xml,"));
}

TEST(Report, APlainProgramHasItsProcessorTimeAndItsCounters) {
  const TemporaryFolder place;
  place.write("plain.json", Json{{"benchmarks",
                                  {{{"name", "BM_x/8/threads:2"},
                                    {"real_time", 2.5},
                                    {"cpu_time", 5.0},
                                    {"time_unit", "us"},
                                    {"hits", 7.0}}}}});
  ASSERT_EQ(
      report({(place / "plain.json").string(), "-o", (place / "r").string(), "--no-plots"}).status,
      0);
  const auto body = body_of(test::read(place / "r/index.html"));
  for (const auto* const part : {"CPU time", "hits", "✓ measured"})
    EXPECT_THAT(body, HasSubstr(part));
}

TEST(Report, ThePageIsAsAgreed) {
  const TemporaryFolder place;
  place.write("old.json", test::suite());
  Json newer = test::suite();
  newer["benchmarks"][0]["tickbench"]["metrics"]["time"]["value"] = 3e-6;
  place.write("new.json", newer);
  const auto outcome =
      report({(place / "old.json").string(), (place / "new.json").string(), "--label", "old",
              "--label", "new", "--title", "A & B", "--no-plots", "-o", (place / "r").string()});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  auto body = body_of(test::read(place / "r/index.html"));
  for (auto at = body.find(place.path().string()); at != std::string::npos;
       at = body.find(place.path().string()))
    body.replace(at, place.path().string().size(), "FOLDER");
  expect_balanced(body);
  test::expect_golden("page.html", body);
}

TEST(Report, APlainPageSpeaksOfIterations) {
  const TemporaryFolder place;
  Json sort = test::plain_entry("BM_Sort/8/real_time", 2e-6);
  sort["compares"] = 24;
  sort["label"] = "in cache";
  const auto results =
      place.write("r.json", Json{{"context", Json::object()}, {"benchmarks", {sort}}});
  const auto outcome = report({results, "--no-plots", "-o", (place / "r").string()});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto body = body_of(test::read(place / "r/index.html"));
  expect_balanced(body);
  for (const char* part : {"BM_Sort/<wbr>8<wbr></span>", "<small>in cache</small>", ">CPU time<",
                           ">compares<", "1.00 µs", ">24<"})
    EXPECT_THAT(body, HasSubstr(part));
  for (const char* part : {"launch", "device's", "real_time"})
    EXPECT_THAT(body, Not(HasSubstr(part)));
}

TEST(Report, DrawsEveryPlot) {
  const TemporaryFolder place;
  const auto results = place.write("r.json", test::suite());
  const auto samples =
      place.write("s.json", test::samples("opencl/copy/1024", {1e-6, 1.1e-6, 1.05e-6}));
  const auto outcome = report({results, "--samples", samples, "-o", (place / "r").string()});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto page = test::read(place / "r/index.html");
  expect_stands_alone(page);
  expect_balanced(body_of(page));
  for (const std::string plot :
       {"throughput-1-copy", "throughput-2-matmul", "speedup-1-matmul-serial",
        "speedup-2-matmul-tbb", "memories-1", "memories-2", "roofline-1-test-device",
        "launch-phases", "samples-1-opencl-copy-1024"}) {
    EXPECT_THAT(page, HasSubstr("<figure id=\"" + plot + "\">")) << plot;
    EXPECT_THAT(test::read(place / ("r/plots/" + plot + ".svg")), HasSubstr("</svg>")) << plot;
  }
  EXPECT_THAT(page, HasSubstr("src=\"data:image/svg+xml,%3Csvg"));
  const auto numbers = test::read(place / "r/plots/samples-1-opencl-copy-1024.tsv");
  EXPECT_THAT(numbers, testing::StartsWith("line\tx\ty\tlow\thigh\nmiddle half\t1\t"));
  EXPECT_THAT(numbers, HasSubstr("\nsamples\t2\t1.1e-06\t1.1e-06\t1.1e-06\n"));
}

TEST(Report, AnInterruptionLeavesNothingBehind) {
  const TemporaryFolder place;
  const auto results = place.write("r.json", test::suite());
  const process::HeldSignals held(SIGTERM);  // it comes when the report looks for it
  std::raise(SIGTERM);
  const auto outcome = report({results, "-o", (place / "folder/report").string()});
  const timespec now{};
  sigtimedwait(&held.held(), nullptr, &now);  // a report that had not looked would end the test
  EXPECT_EQ(outcome.status, 128 + SIGTERM);
  EXPECT_THAT(outcome.err, HasSubstr("tickbench: interrupted by signal 15"));
  EXPECT_TRUE(std::filesystem::is_empty(place / "folder"));
}

TEST(Report, AnEmptyNameOfTheFolderIsRefused) {
  const TemporaryFolder place;
  const auto outcome = report({place.write("r.json", test::suite()), "-o", ""});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--out: expected a value, found an empty one"));
}

TEST(Report, HostileNamesStayNames) {
  const std::string hostile =
      "</title><script>alert(1)</script>\"'`\\ \x1b[31m \u202E; system('touch pwned') # @x{y}";
  const TemporaryFolder place;
  Json results = test::suite();
  auto& context = results["context"]["tickbench"];
  context["commit"] = hostile;
  context["devices"][0]["name"] = hostile;
  for (auto& each : results["benchmarks"]) {
    auto& tickbench = each["tickbench"];
    tickbench["device"] = hostile;
    tickbench["message"] = hostile;
    const auto id = tickbench["id"].get<std::string>();
    tickbench["id"] = id.substr(0, id.rfind('/')) + hostile + id.substr(id.rfind('/'));
  }
  const auto path = place.write("r.json", results);
  std::vector<std::string> arguments{path,      "-o",   (place / "r").string(), "--title", hostile,
                                     "--label", hostile};
  const auto outcome = report(arguments);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  for (const auto& file : std::filesystem::directory_iterator(place / "r/plots"))
    EXPECT_THAT(test::read(file.path()),
                testing::AnyOf(testing::StartsWith("bar\t"), testing::StartsWith("line\t"),
                               Not(HasSubstr("<script"))));
  const auto page = test::read(place / "r/index.html");
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;"));
  EXPECT_THAT(page, HasSubstr("\\x1b[31m \\u{202e};"));
  EXPECT_THAT(page, Not(HasSubstr("\x1b")));
  EXPECT_THAT(page, Not(HasSubstr("\u202E")));
  expect_balanced(body_of(page));
  expect_stands_alone(page);
  for (const auto& file : std::filesystem::recursive_directory_iterator(place.path()))
    EXPECT_NE(file.path().filename(), "pwned");
}

TEST(Report, AFlagThatIsGoneSaysWhatToDo) {
  const TemporaryFolder place;
  const auto results = place.write("r.json", test::suite());
  for (const std::string flag : {"--png", "--gnuplot=gnuplot"}) {
    const auto outcome = report({results, flag, "-o", (place / "r").string()});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err, "tickbench: " + flag.substr(0, flag.find('=')) +
                               " is gone: plots are SVG; as PNG by rsvg-convert plots/NAME.svg -o "
                               "NAME.png\n");
    EXPECT_FALSE(std::filesystem::exists(place / "r"));
  }
}

TEST(Report, UsageErrorsAreStatusTwo) {
  const TemporaryFolder place;
  const auto results = place.write("r.json", test::suite());
  const std::string folder = (place / "r").string();
  EXPECT_EQ(report({}).status, 2);
  EXPECT_EQ(report({results}).status, 2);
  EXPECT_EQ(report({(place / "none.json").string(), "-o", folder}).status, 2);
  EXPECT_EQ(report({results, "--no-such-flag", "-o", folder}).status, 2);
  EXPECT_EQ(report({results, "--group", "none", "--no-plots", "-o", folder}).status, 2);
  const auto twice =
      report({results, results, "--label", "x", "--label", "x", "-o", folder, "--no-plots"});
  EXPECT_EQ(twice.status, 2);
  EXPECT_THAT(twice.err, HasSubstr("labels that differ, found x twice"));
  EXPECT_EQ(report({results, "--samples", results, "--no-plots", "-o", folder}).status, 2);
  EXPECT_EQ(report({results, "--no-plots", "-o", place.path().string()}).status, 2);
  EXPECT_FALSE(std::filesystem::exists(place / "r"));
}

TEST(Report, ThousandsOfBenchmarksTakeSeconds) {
  Json entries = Json::array();
  for (int family = 0; family < 500; ++family)
    for (int size = 0; size < 10; ++size)
      entries.push_back(
          entry("opencl/f" + std::to_string(family) + "/" + std::to_string(1 << size), 1e-6, 8, 0));
  const TemporaryFolder place;
  const auto results = place.write("r.json", test::results(entries));
  const double begin = processor_seconds();
  const auto outcome = report({results, "--no-plots", "-o", (place / "r").string()});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_LT(processor_seconds() - begin, 30);
  const auto page = test::read(place / "r/index.html");
  EXPECT_THAT(page, HasSubstr("opencl/<wbr>f499/<wbr>512"));
}

}  // namespace
}  // namespace tickbench::html_report
