// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "results/result_file.hpp"

namespace tickbench::testing {

/// A run with one metric a benchmark, without a file. Runs of different paths began at different
/// times.
class RunBuilder {
 public:
  explicit RunBuilder(const std::string& path = "run.json") {
    file_.path = path;
    file_.context.started = path;
  }

  RunBuilder& add(const std::string& id, double time, const Interval& interval = {0, 0, 0}) {
    auto& benchmark = file_.benchmarks.emplace_back();
    benchmark.id = id;
    benchmark.repetitions = {{0, {{{time, interval}, "time"}}, {}}};
    return *this;
  }
  RunBuilder& on(const std::string& device, const std::string& driver = "1") {
    last().device = file_.strings->intern(device);
    last().driver = file_.strings->intern(driver);
    return *this;
  }
  RunBuilder& formerly(const std::string& id) {
    last().former_ids.push_back(id);
    return *this;
  }
  RunBuilder& repeated(double time) {
    auto& repetitions = last().repetitions;
    repetitions.push_back({static_cast<std::int64_t>(repetitions.size()), {{{time}, "time"}}, {}});
    return *this;
  }
  RunBuilder& metric(const std::string& name, double value, const Interval& interval = {0, 0, 0}) {
    last().repetitions.back().metrics.push_back({{value, interval}, file_.strings->intern(name)});
    return *this;
  }
  /// The clock's step in the batched mode.
  RunBuilder& stepped(double step, std::int64_t batch) {
    last().repetitions.back().batched_step = step;
    last().repetitions.back().batch = batch;
    return *this;
  }
  RunBuilder& sampled(std::vector<double> seconds) {
    last().repetitions.back().samples.push_back({"batched", "bracket", 1, std::move(seconds), {}});
    return *this;
  }
  RunBuilder& outcome(const std::string& outcome, const std::string& message) {
    last().outcome = file_.strings->intern(outcome);
    last().message = message;
    return *this;
  }
  RunBuilder& setting(const std::string& name, const std::string& value) {
    last().settings.push_back({file_.strings->intern(name), file_.strings->intern(value)});
    return *this;
  }
  RunBuilder& method(const std::string& mode, const std::string& method) {
    last().methods.push_back({file_.strings->intern(mode), file_.strings->intern(method)});
    return *this;
  }
  RunBuilder& launches(const std::string& digest) {
    last().launch_digest = file_.strings->intern(digest);
    return *this;
  }
  /// In hertz, of the device under the last benchmark.
  RunBuilder& clocks(double core, double memory = 0) {
    last().repetitions.back().core_clock = core;
    last().repetitions.back().memory_clock = memory;
    return *this;
  }
  /// Of opencl:0, at both ends of the run, within `reach` of the time.
  RunBuilder& canary(const std::string& kernel, double time, double amount = 1,
                     double reach = 0.001) {
    if (file_.devices.empty()) {
      file_.devices.emplace_back();
      file_.devices.back().id = "opencl:0";
      file_.devices.back().name = "GPU";
    }
    const results::Metric end{{time, {(1 - reach) * time, (1 + reach) * time}}, "end"};
    file_.devices.back().canary.push_back({kernel, amount, {end, end}});
    return *this;
  }
  /// As of a file that holds runs of several machines.
  RunBuilder& of_machine(const std::string& host) {
    file_.context.host = host;
    file_.has_several_machines = true;
    return *this;
  }
  results::Context& context() { return file_.context; }
  operator results::ResultFile() const { return file_; }  // NOLINT(google-explicit-constructor)

 private:
  results::Benchmark& last() { return file_.benchmarks.back(); }
  results::ResultFile file_;
};

}  // namespace tickbench::testing
