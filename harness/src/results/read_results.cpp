// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/read_results.hpp"

#include <map>

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
    }
  }

  void closed(const Path& path) override {
    if (path.size() != 2 || !path[0].is("benchmarks")) return;
    assembler_.add(std::move(entry_), path.text());
    entry_ = {};
  }

  void finish() {
    if (!has_benchmarks_)
      fail(file_.path, "the document",
           "expected a result file with a list 'benchmarks', found none");
    for (auto& benchmark : file_.benchmarks) {
      const auto device = drivers_.find(benchmark.device_id);
      if (device != drivers_.end()) benchmark.driver = file_.strings->intern(device->second);
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
      if (field.is("num_cpus")) context.cpus = expect_count(file_.path, path, value);
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
    } else if (path.size() == 4 && field.is("host") && path[3].is("cpu")) {
      context.cpu = printed(value);
    } else if (path.size() == 5 && field.is("devices") && path[3].is_element) {
      if (device_index_ != path[3].index) device_id_.clear(), device_driver_.clear();
      device_index_ = path[3].index;
      if (path[4].is("id")) device_id_ = printed(value);
      if (path[4].is("driver")) device_driver_ = printed(value);
      if (!device_id_.empty() && !device_driver_.empty()) drivers_[device_id_] = device_driver_;
    }
  }

  ResultFile& file_;
  Assembler assembler_;
  Entry entry_;
  bool has_benchmarks_ = false;
  std::size_t device_index_ = 0;
  std::string device_id_, device_driver_;
  std::map<std::string, std::string, std::less<>> drivers_;
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
