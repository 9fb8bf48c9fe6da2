// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <csignal>

#include "html_report/files.hpp"
#include "html_report/write_report.hpp"

namespace tickbench::html_report {
namespace {

using test::refusal;
using test::TemporaryFolder;
using testing::HasSubstr;

std::size_t entries(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

TEST(OutputFolder, IsThereOnlyWhenPublished) {
  const TemporaryFolder place;
  OutputFolder folder(place / "a/report/");
  folder.write("index.html", "x");
  EXPECT_FALSE(std::filesystem::exists(place / "a/report"));
  folder.publish();
  EXPECT_EQ(test::read(place / "a/report/index.html"), "x");
  EXPECT_EQ(entries(place / "a"), 1u);
}

TEST(OutputFolder, LeavesNothingWhereItFails) {
  const TemporaryFolder place;
  { const OutputFolder folder(place / "report"); }
  EXPECT_EQ(entries(place.path()), 0u);
  // As on a full disk, which takes the folder and no file in it.
  const rlimit none{0, RLIM_INFINITY};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  ::setrlimit(RLIMIT_FSIZE, &none);
  const auto what = refusal([&] { OutputFolder(place / "report").publish(); });
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(what, HasSubstr("expected a file that can be written"));
  EXPECT_EQ(entries(place.path()), 0u);
}

TEST(OutputFolder, ReplacesAReportAsAWhole) {
  const TemporaryFolder place;
  for (const std::string name : {"old", "new"}) {
    OutputFolder folder(place / "report");
    folder.write(name, name);
    folder.publish();
  }
  EXPECT_FALSE(std::filesystem::exists(place / "report/old"));
  EXPECT_EQ(test::read(place / "report/new"), "new");
  EXPECT_EQ(entries(place.path()), 1u);
}

TEST(OutputFolder, TakesAnEmptyFolderAndNoOther) {
  const TemporaryFolder place;
  std::filesystem::create_directory(place / "empty");
  OutputFolder(place / "empty").publish();
  std::filesystem::create_directory(place / "home");
  place.write("home/thesis.txt", std::string("years of work"));
  EXPECT_THAT(refusal([&] { OutputFolder folder(place / "home"); }),
              HasSubstr("found other files"));
  EXPECT_THAT(refusal([&] { OutputFolder folder(place / "home/thesis.txt"); }),
              HasSubstr("found a file"));
  EXPECT_EQ(test::read(place / "home/thesis.txt"), "years of work");
}

TEST(OutputFolder, DoesNotFollowALink) {
  const TemporaryFolder place;
  std::filesystem::create_directory(place / "elsewhere");
  std::filesystem::create_directory_symlink(place / "elsewhere", place / "link");
  EXPECT_THAT(refusal([&] { OutputFolder folder(place / "link"); }),
              HasSubstr("expected a folder"));
}

}  // namespace
}  // namespace tickbench::html_report
