// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "flags/tool.hpp"

namespace tickbench::tools {

/// Runs the `tickbench` command in this process, in a folder of its own.
class ToolTest : public testing::Test {
 protected:
  struct Result {
    int status = 0;
    std::string out;
    std::string err;
  };

  void SetUp() override {
    before_ = std::filesystem::current_path();
    folder_ =
        std::filesystem::path(testing::TempDir()) / ("tool_test_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    std::filesystem::current_path(folder_);
  }
  void TearDown() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
  }

  static void write(const std::string& name, const std::string& text) {
    std::ofstream(name, std::ios::binary) << text;
  }

  static void write_program(const std::string& name, const std::string& text) {
    write(name, text);
    std::filesystem::permissions(name, std::filesystem::perms::owner_all);
  }
  static std::string content(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  static Result run(const std::vector<std::string>& arguments,
                    const std::vector<backend::Backend*>& backends = {}) {
    std::vector<const char*> words{"tickbench"};
    for (const auto& argument : arguments) words.push_back(argument.c_str());
    std::ostringstream out, err;
    const int status = run_tool(words, out, err, backends);
    return {status, out.str(), err.str()};
  }

  /// A file with a floor of each of these: the members besides device and benchmark.
  static std::string floor_file(const std::vector<std::string>& members) {
    std::string text = R"({"schema": "tickbench-floors/1", "floors": [)";
    for (const auto& one : members)
      text += (&one == members.data() ? "\n{" : ",\n{") +
              std::string(R"("device": "D", "benchmark": "opencl/a/1", )") + one + "}";
    return text + "]}";
  }

  /// A result file with one row of these metrics; rows separated by commas.
  static std::string result_file(const std::string& rows) {
    return R"({"benchmarks": [)" + rows + "]}";
  }
  static std::string row(const std::string& metrics, const std::string& id = "opencl/a/1",
                         const std::string& device = "D", const std::string& outcome = "passed") {
    return R"({"name": "n", "run_type": "iteration", "tickbench": {"id": ")" + id +
           R"(", "device": ")" + device + R"(", "outcome": ")" + outcome +
           R"(", "message": "why", "samples": {"isolated": 30, "batched": 40}, "metrics": {)" +
           metrics + "}}}";
  }

 private:
  std::filesystem::path before_;
  std::filesystem::path folder_;
};

}  // namespace tickbench::tools
