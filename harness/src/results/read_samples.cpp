// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_map>

#include "results/entry.hpp"
#include "results/json_walk.hpp"
#include "results/open_file.hpp"
#include "results/read_results.hpp"
#include "tickbench/error.hpp"

namespace tickbench::results {

namespace {

constexpr const char* kSchema = "tickbench-samples/1";

struct SamplesEntry {
  std::string id, device, mode, method;
  std::int64_t repetition = 0, launches = 1;
  std::vector<double> device_seconds, host_seconds;
};

class SamplesVisitor : public Visitor {
 public:
  SamplesVisitor(const std::string& name, ResultFile& results) : name_(name), results_(results) {
    for (auto& benchmark : results.benchmarks) by_id_.emplace(benchmark.id, &benchmark);
  }

  void scalar(const Path& path, const Scalar& value) override {
    if (path.size() == 1 && path[0].is("schema")) {
      const auto schema = expect_string(name_, path, value);
      if (schema != kSchema)
        fail(name_, "schema", std::string("expected ") + kSchema + ", found '" + schema + "'");
      has_schema_ = true;
    }
    if (path.size() < 3 || !path[0].is("benchmarks")) return;
    if (path.size() == 3)
      read_field(path, value);
    else if (path.size() == 4 && path[2].is("device_seconds"))
      entry_.device_seconds.push_back(expect_number(name_, path, value));
    else if (path.size() == 4 && path[2].is("host_seconds"))
      entry_.host_seconds.push_back(expect_number(name_, path, value));
  }
  void opened(const Path&, bool) override {}
  void closed(const Path& path) override {
    if (path.size() != 2 || !path[0].is("benchmarks")) return;
    add(path.text());
    entry_ = {};
  }
  void finish() const {
    if (!has_schema_)
      fail(name_, "schema",
           std::string("expected ") + kSchema + " (a file of --tickbench_samples_out), found none");
  }

 private:
  void read_field(const Path& path, const Scalar& value) {
    const auto& field = path[2];
    if (field.is("id"))
      entry_.id = expect_string(name_, path, value);
    else if (field.is("device"))
      entry_.device = expect_string(name_, path, value);
    else if (field.is("mode"))
      entry_.mode = expect_string(name_, path, value);
    else if (field.is("method"))
      entry_.method = expect_string(name_, path, value);
    else if (field.is("repetition"))
      entry_.repetition = expect_count(name_, path, value);
    else if (field.is("launches_per_bracket"))
      entry_.launches = expect_count(name_, path, value);
  }

  Benchmark& find(const std::string& where) const {
    if (entry_.id.empty())
      fail(name_, where + ".id", "expected an id (is this a file of --tickbench_samples_out?)");
    const auto [begin, end] = by_id_.equal_range(entry_.id);
    const auto found = std::find_if(begin, end, [&](const auto& candidate) {
      return entry_.device.empty() || candidate.second->device == entry_.device ||
             candidate.second->device_id == entry_.device;
    });
    if (found == end)
      fail(name_, where,
           "'" + entry_.id + "' on '" + entry_.device + "' is not in " + results_.path +
               ": these samples are of another run");
    return *found->second;
  }

  void add(const std::string& where) {
    auto& benchmark = find(where);
    const auto repetition =
        std::find_if(benchmark.repetitions.begin(), benchmark.repetitions.end(),
                     [&](const Repetition& other) { return other.index == entry_.repetition; });
    if (repetition == benchmark.repetitions.end())
      fail(name_, where,
           "repetition " + std::to_string(entry_.repetition) + " of '" + entry_.id +
               "' is not in " + results_.path + ": these samples are of another run");
    const auto is_of_mode = [&](const RawSamples& other) { return other.mode == entry_.mode; };
    if (std::any_of(repetition->samples.begin(), repetition->samples.end(), is_of_mode))
      fail(name_, where,
           "a second set of " + entry_.mode + " samples of '" + entry_.id + "', repetition " +
               std::to_string(entry_.repetition));
    auto& strings = *results_.strings;
    repetition->samples.push_back({strings.intern(entry_.mode), strings.intern(entry_.method),
                                   entry_.launches, std::move(entry_.device_seconds),
                                   std::move(entry_.host_seconds)});
  }

  const std::string& name_;
  ResultFile& results_;
  std::unordered_multimap<std::string_view, Benchmark*> by_id_;
  SamplesEntry entry_;
  bool has_schema_ = false;
};

}  // namespace

void read_samples(std::istream& source, const std::string& name, ResultFile& results) {
  SamplesVisitor visitor(name, results);
  walk_json(source, name, visitor);
  visitor.finish();
}

void read_samples(const std::string& path, ResultFile& results) {
  auto source = open_file(path);
  read_samples(source, path, results);
}

}  // namespace tickbench::results
