// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

#include "process/child_process.hpp"
#include "process/files.hpp"
#include "process/guards.hpp"
#include "tickbench/error.hpp"

namespace tickbench::process {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class OutputFiles : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  static std::string content(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(folder_.path()))
      names.push_back(file.path().filename());
    return names;
  }
  static std::string refusal_of(const std::string& path) {
    try {
      OutputFile("out", path).write("new");
    } catch (const UsageError& error) {
      return error.what();
    }
    return "no error";
  }
  TemporaryFolder folder_;
};

TEST_F(OutputFiles, AFailedWriteLeavesTheOldFileAndNothingBesideIt) {
  std::ofstream(path("a.json")) << "old";
  const OutputFile file("out", path("a.json"));
  const SignalAction too_large(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{1000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THROW(file.write(std::string(5000, 'x')), UsageError);
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(content(path("a.json")), "old");
  EXPECT_THAT(names(), ElementsAre("a.json"));
}

TEST_F(OutputFiles, WritersBesideEachOtherLeaveOneWholeFile) {
  constexpr std::size_t kSize = 100'000;
  const auto write = [&](char letter) {
    for (int i = 0; i < 20; ++i) OutputFile("out", path("a")).write(std::string(kSize, letter));
  };
  std::thread a(write, 'a');
  std::thread b(write, 'b');
  a.join();
  b.join();
  const auto text = content(path("a"));
  EXPECT_TRUE(text == std::string(kSize, 'a') || text == std::string(kSize, 'b'));
  EXPECT_THAT(names(), ElementsAre("a"));
}

TEST_F(OutputFiles, APipeIsWrittenAndStaysOne) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  std::string read;
  std::thread reader([&] { read = content(path("pipe")); });
  OutputFile("out", path("pipe")).write("text");
  reader.join();
  EXPECT_EQ(read, "text");
  EXPECT_TRUE(std::filesystem::is_fifo(path("pipe")));
}

TEST_F(OutputFiles, AnInterruptionEndsTheWaitForAReader) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const OutputFile file("out", path("pipe"));
  const HeldSignals signals(SIGCHLD);
  ::raise(SIGTERM);
  EXPECT_THROW(file.write("text"), Interrupted) << "nobody opens it";
  const int reader = ::open(path("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  EXPECT_THROW(file.write(std::string(1 << 20, 'a')), Interrupted) << "nobody reads it";
  ::close(reader);
  EXPECT_NO_THROW(OutputFile("out", path("other")).write("text")) << "a file needs no reader";
  EXPECT_THROW(require_uninterrupted(signals), Interrupted) << "it is not forgotten";
}

TEST_F(OutputFiles, ADeviceIsWrittenAndStaysOne) {
  EXPECT_EQ(refusal_of("/dev/null"), "no error");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_THAT(refusal_of("/dev/full"), HasSubstr("No space left"));
}

TEST_F(OutputFiles, APipeWithoutANameIsWritten) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  // As a shell's process substitution names it.
  EXPECT_EQ(refusal_of("/dev/fd/" + std::to_string(ends[1])), "no error");
  char text[4] = {};
  EXPECT_EQ(::read(ends[0], text, 3), 3);
  EXPECT_STREQ(text, "new");
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_F(OutputFiles, WhatIsStandardOutputIsWrittenBehindWhatStandsThere) {
  std::fflush(stdout);
  const int before = ::dup(STDOUT_FILENO);
  const int file = ::open(path("table").c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_GE(file, 0);
  ::dup2(file, STDOUT_FILENO);
  EXPECT_EQ(::write(STDOUT_FILENO, "table\n", 6), 6);
  {
    const OutputFile straight("out", "/dev/stdout");
    const OutputFile by_name("out", path("table"));
    ::dup2(before, STDOUT_FILENO);  // what standard output is later is no matter
    straight.write("json\n");
    by_name.write("more\n");
  }
  ::close(file);
  ::close(before);
  EXPECT_EQ(content(path("table")), "table\njson\nmore\n");
}

TEST_F(OutputFiles, ARelativeNameIsOfTheFolderInWhichItWasGiven) {
  const auto before = std::filesystem::current_path();
  std::filesystem::create_directory(path("given"));
  std::filesystem::current_path(path("given"));
  const OutputFile file("out", "a.json");
  std::filesystem::current_path("/");
  file.write("text");
  std::filesystem::current_path(before);
  EXPECT_EQ(content(path("given/a.json")), "text");
}

TEST_F(OutputFiles, ALinkThatLeadsToTheOtherIsTheSameFile) {
  std::filesystem::create_symlink("target", path("link"));
  EXPECT_TRUE(is_same_file(path("link"), path("target"))) << "though neither is there yet";
  EXPECT_FALSE(is_same_file(path("link"), path("other")));
}

TEST_F(OutputFiles, ALinkStaysOneAndACircleIsRefused) {
  std::filesystem::create_symlink("target", path("link"));
  EXPECT_EQ(refusal_of(path("link")), "no error");
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_EQ(content(path("target")), "new");
  std::filesystem::create_symlink("circle", path("circle"));
  EXPECT_THAT(refusal_of(path("circle")), HasSubstr("circle: expected a file that can be written"));
  EXPECT_TRUE(std::filesystem::is_symlink(path("circle")));
}

TEST_F(OutputFiles, ANameMayBeAsLongAsTheSystemAllows) {
  const std::string longest(255, 'n');
  EXPECT_EQ(refusal_of(path(longest)), "no error");
  EXPECT_THAT(refusal_of(path(longest + 'n')), HasSubstr("File name too long"));
}

}  // namespace
}  // namespace tickbench::process
