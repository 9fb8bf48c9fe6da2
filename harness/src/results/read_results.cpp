// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/read_results.hpp"

#include <algorithm>

#include "results/assembler.hpp"
#include "results/entry.hpp"
#include "results/json_walk.hpp"
#include "results/open_file.hpp"
#include "tickbench/error.hpp"

namespace tickbench::results {

namespace {

class ResultVisitor : public Visitor {
 public:
  explicit ResultVisitor(ResultFile& file) : file_(file), assembler_(file) {}

  void scalar(const Path& path, const Scalar& value) override {
    if (path.size() >= 2 && path[0].is("benchmarks")) {
      if (path.size() == 2)
        fail(file_.path, path.text(), "expected a benchmark, found " + printed(value));
      read_into(entry_, file_.path, path, value);
    } else if (path.size() >= 2 && path[0].is("context")) {
      read_context(path, value);
    } else if (path.size() == 1 && path[0].is("benchmarks")) {
      fail(file_.path, path.text(), "expected a list, found " + printed(value));
    }
  }

  void opened(const Path& path, bool is_array) override {
    if (path.size() == 1 && path[0].is("benchmarks")) {
      if (!is_array) fail(file_.path, path.text(), "expected a list, found an object");
      if (has_benchmarks_) fail(file_.path, path.text(), "expected one list, found a second");
      has_benchmarks_ = true;
    } else if (path.size() == 2 && path[0].is("benchmarks") && is_array) {
      fail(file_.path, path.text(), "expected a benchmark, found a list");
    } else if (path.size() == 2 && path[0].is("context") && path[1].is("tickbench")) {
      file_.context.is_tickbench = true;
      file_.context.facts.clear();
    }
  }

  void closed(const Path& path) override {
    if (path.size() != 2 || !path[0].is("benchmarks")) return;
    assembler_.add(entry_, path.text());
    entry_.clear();
  }

  void finish() {
    if (!has_benchmarks_)
      fail(file_.path, "the document",
           "expected a result file with a list 'benchmarks', found none");
    for (auto& benchmark : file_.benchmarks) {
      const auto device =
          std::find_if(file_.devices.begin(), file_.devices.end(), [&](const Device& candidate) {
            return !candidate.id.empty() && candidate.id == benchmark.device_id;
          });
      if (device != file_.devices.end()) benchmark.driver = file_.strings->intern(device->driver);
    }
  }

 private:
  void read_context(const Path& path, const Scalar& value) {
    auto& context = file_.context;
    const auto& field = path[1];
    if (path.size() == 2) {
      if (field.is("date") && context.started.empty()) context.started = printed(value);
      if (field.is("host_name")) context.host_name = printed(value);
      if (field.is("executable")) context.executable = printed(value);
      if (field.is("library_build_type")) context.build_type = printed(value);
      if (field.is("cpu_scaling_enabled")) context.cpu_scaling = printed(value);
      if (field.is("num_cpus")) context.cpus = expect_count(file_.path, path, value);
      if (!context.is_tickbench) add_fact(context.facts, field.key, value);
    } else if (field.is("tickbench")) {
      read_tickbench(path, value);
    }
  }

  void read_tickbench(const Path& path, const Scalar& value) {
    auto& context = file_.context;
    const auto& field = path[2];
    if (path.size() == 3) {
      if (field.is("started")) context.started = printed(value);
      if (field.is("commit")) context.commit = printed(value);
      if (field.is("version")) context.version = printed(value);
      add_fact(context.facts, field.key, value);
    } else if (path.size() == 4 && field.is("host")) {
      if (path[3].is("cpu")) context.cpu = printed(value);
      add_fact(context.facts, "host " + path[3].key, value);
    } else if (path.size() >= 5 && field.is("devices") && path[3].is_element) {
      read_device(path, value);
    }
  }

  void read_device(const Path& path, const Scalar& value) {
    if (file_.devices.empty() || device_index_ != path[3].index) file_.devices.emplace_back();
    device_index_ = path[3].index;
    auto& device = file_.devices.back();
    const auto& field = path[4];
    if (path.size() == 5) {
      if (field.is("id"))
        device.id = printed(value);
      else if (field.is("name"))
        device.name = printed(value);
      else
        add_fact(device.facts, field.key, value);
      if (field.is("driver")) device.driver = printed(value);
    } else if (path.size() == 6 && field.is("peaks")) {
      const double peak = expect_number_or_null(file_.path, path, value).value_or(0);
      if (path[5].is("bytes_per_second")) device.peak_bytes_per_second = peak;
      if (path[5].is("flops_per_second")) device.peak_flops_per_second = peak;
    } else if (path.size() == 6 && field.is("clock_check") && path[5].is("message")) {
      device.clock_message = printed(value);
    }
  }

  static void add_fact(Facts& facts, const std::string& name, const Scalar& value) {
    if (value.kind != Scalar::Kind::kNull) facts.emplace_back(name, printed(value));
  }

  ResultFile& file_;
  Assembler assembler_;
  Entry entry_;
  bool has_benchmarks_ = false;
  std::size_t device_index_ = 0;
};

}  // namespace

ResultFile read_results(std::istream& source, const std::string& name) {
  ResultFile file;
  file.path = name;
  ResultVisitor visitor(file);
  walk_json(source, name, visitor);
  visitor.finish();
  return file;
}

ResultFile read_results(const std::string& path) {
  auto source = open_file(path);
  return read_results(source, path);
}

}  // namespace tickbench::results
