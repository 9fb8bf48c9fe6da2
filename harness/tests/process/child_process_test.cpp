// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "process/child_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "process/files.hpp"
#include "tickbench/error.hpp"

namespace tickbench::process {
namespace {

using ::testing::HasSubstr;

class RunChild : public ::testing::Test {
 protected:
  ChildCommand shell(const std::string& script) const {
    ChildCommand command;
    command.program = "/bin/sh";
    command.arguments = {"-c", script};
    command.output = path("out");
    command.timeout = Seconds(60);
    return command;
  }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string content(const std::string& name) const {
    std::ifstream file(path(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }
  TemporaryFolder folder_;
  HeldSignals signals_{SIGCHLD};
};

TEST_F(RunChild, BothOutputsShareAFileOrHaveTheirOwn) {
  auto command = shell("echo first; echo second >&2; cat");
  EXPECT_TRUE(run_child(command, signals_).is_success());
  EXPECT_EQ(content("out"), "first\nsecond\n");
  command.errors = path("err");
  EXPECT_TRUE(run_child(command, signals_).is_success());
  EXPECT_EQ(content("out"), "first\n");
  EXPECT_EQ(content("err"), "second\n");
}

TEST_F(RunChild, WorksInItsFolder) {
  auto command = shell("pwd");
  command.folder = folder_.path().string();
  command.output = "here";
  EXPECT_TRUE(run_child(command, signals_).is_success());
  EXPECT_EQ(content("here"), std::filesystem::canonical(folder_.path()).string() + "\n");
}

TEST_F(RunChild, LooksInThePathOnlyWhereItIsAsked) {
  auto command = shell("exit 3");
  command.program = "sh";
  EXPECT_THROW(run_child(command, signals_), UsageError);
  command.searches_path = true;
  EXPECT_EQ(run_child(command, signals_).text(), "exited with status 3");
}

TEST_F(RunChild, NothingOfItsGroupOutlivesIt) {
  EXPECT_TRUE(run_child(shell("sleep 100 & echo $!"), signals_).is_success());
  const auto status = "/proc/" + std::to_string(std::stoi(content("out"))) + "/status";
  // Gone, or waiting to be collected by whoever has inherited it.
  const auto is_gone = [&] {
    std::ifstream file(status);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return text.empty() || text.find("State:\tZ") != std::string::npos;
  };
  while (!is_gone()) std::this_thread::yield();
}

TEST_F(RunChild, AnInterruptionBetweenTwoIsSeen) {
  EXPECT_NO_THROW(require_uninterrupted(signals_));
  ::raise(SIGTERM);
  EXPECT_THROW(require_uninterrupted(signals_), Interrupted);
  EXPECT_NO_THROW(require_uninterrupted(signals_)) << "once";
}

TEST_F(RunChild, DoesNotIgnoreABrokenPipeWhereThisProcessDoes) {
  const SignalAction ignored(SIGPIPE, SIG_IGN);
  EXPECT_THAT(run_child(shell("kill -PIPE $$"), signals_).text(), HasSubstr("signal 13"));
}

TEST_F(RunChild, SaysHowItEnded) {
  EXPECT_THAT(run_child(shell("kill -SEGV $$"), signals_).text(), HasSubstr("signal 11"));
  auto hanging = shell("sleep 100 & sleep 100");
  hanging.timeout = Seconds(0.2);
  const auto hung = run_child(hanging, signals_);
  EXPECT_EQ(hung.end, ChildResult::End::kTimedOut);
  EXPECT_THAT(hung.text(), HasSubstr("after 0.2"));
}

}  // namespace
}  // namespace tickbench::process
