// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "metrics/metric_info.hpp"
#include "results/fields.hpp"
#include "results/run_reader.hpp"
#include "tickbench/error.hpp"

namespace tickbench::results {
namespace {

using Kind = JsonValue::Kind;

/// Deals the rows of a file to its runs.
class RunsReader {
 public:
  explicit RunsReader(const std::string& name) : name_(name) {}

  std::vector<ResultFile> read(JsonValue document) {
    require_single_list(document);
    for (const auto row : document[fields::kBenchmarks]) take(row);
    return finish(document);
  }

 private:
  void take(JsonValue row) {
    if (!row.is(Kind::kObject))
      row.fail(fmt::format("expected a benchmark, found {}", row.kind_name()));
    const auto more = row.once(fields::kTickbench);
    const auto run = more.once(fields::kRun);
    find_run(run.exists() ? number_of(run) : kOnlyRun).reader->take(row);
  }

  std::vector<ResultFile> finish(JsonValue document) {
    const auto context = document.once(fields::kContext);
    const auto runs = context.once(fields::kTickbench).once(fields::kRuns);
    if (runs.exists())
      finish_runs(context[fields::kTickbench][fields::kSchema], runs);
    else
      finish_run(kOnlyRun, context);
    std::set<std::string_view> machines;
    for (const auto& [number, run] : runs_) {
      if (!run.is_finished)
        document.fail(
            fmt::format("expected context.tickbench.runs to list run {}, of which there "
                        "are rows, found it does not",
                        number));
      machines.insert(run.file.context.host);
    }
    std::vector<ResultFile> files;
    for (auto& [number, run] : runs_) {
      run.file.has_several_machines = machines.size() > 1;
      files.push_back(std::move(run.file));
    }
    return files;
  }

  /// Of a file without a list of runs.
  static constexpr std::int64_t kOnlyRun = 0;

  struct Run {
    Run(const std::string& path, std::shared_ptr<StringPool> strings) {
      file.path = path;
      file.strings = std::move(strings);
      reader = make_run_reader(file);
    }
    Run(const Run&) = delete;
    ResultFile file;
    std::unique_ptr<RunReader> reader;
    bool is_finished = false;
  };

  static void require_single_list(JsonValue document) {
    std::size_t lists = 0;
    for (const auto member : document) {
      if (member.key() != fields::kBenchmarks) continue;
      member.expect(Kind::kList);
      if (++lists > 1) member.fail("expected one list, found a second");
    }
    if (lists == 0) document.fail("expected a result file with a list 'benchmarks', found none");
  }

  static std::int64_t number_of(JsonValue run) {
    const auto number = run.count();
    if (number < 1) run.fail(fmt::format("expected a run's number, from 1, found {}", number));
    return number;
  }

  Run& find_run(std::int64_t number) {
    // Rows of one run stand together.
    if (last_ != nullptr && last_->file.run == number) return *last_;
    const auto path = number == kOnlyRun ? name_ : fmt::format("{}: run {}", name_, number);
    last_ = &runs_.try_emplace(number, path, strings_).first->second;
    last_->file.run = number;
    return *last_;
  }

  void finish_run(std::int64_t number, JsonValue context) {
    if (context.exists()) context.expect(Kind::kObject);
    auto& run = find_run(number);
    run.reader->finish(context);
    run.is_finished = true;
  }

  void finish_runs(JsonValue schema, JsonValue runs) {
    if (schema.string() != fields::kRunsSchema)
      (schema.exists() ? schema : runs)
          .fail(fmt::format("expected runs of the schema {}, found '{}'", fields::kRunsSchema,
                            schema.string()));
    runs.expect(Kind::kList);
    std::set<std::int64_t> listed;
    for (const auto run : runs) {
      const auto given = run.once(fields::kRun);
      if (!given.exists()) run.fail("expected a run with its number, found none");
      const auto number = number_of(given);
      if (!listed.insert(number).second)
        run.fail(fmt::format("expected each run once, found run {} again", number));
      // A run that left no results has no context.
      if (const auto context = run.once(fields::kContext); context.exists())
        finish_run(number, context);
    }
    if (runs_.empty()) runs.fail("expected a run that left results, found none");
  }

  const std::string& name_;
  std::shared_ptr<StringPool> strings_ = std::make_shared<StringPool>();
  std::map<std::int64_t, Run> runs_;
  Run* last_ = nullptr;
};

bool has_values(const ResultFile& file) {
  return std::ranges::any_of(file.benchmarks, [](const auto& one) {
    return std::ranges::any_of(
        one.repetitions, [](const Repetition& repetition) { return !repetition.metrics.empty(); });
  });
}

bool have_equal_values(const ResultFile& a, const ResultFile& b) {
  const auto metrics = [](const Metric& x, const Metric& y) {
    return x.name == y.name && x.value == y.value;
  };
  const auto repetitions = [&](const Repetition& x, const Repetition& y) {
    return std::ranges::equal(x.metrics, y.metrics, metrics);
  };
  return std::ranges::equal(a.benchmarks, b.benchmarks, [&](const auto& x, const auto& y) {
    return x.id == y.id && std::ranges::equal(x.repetitions, y.repetitions, repetitions);
  });
}

}  // namespace

bool Benchmark::has_time() const {
  const auto is_timed = [](const std::vector<Metric>& metrics) {
    return find_named(metrics, metrics::kRealTime) != nullptr;
  };
  return repetitions.empty() ? is_timed(median)
                             : std::ranges::all_of(repetitions, is_timed, &Repetition::metrics);
}

std::vector<ResultFile> read_runs(const JsonDocument& document) {
  return RunsReader(document.file).read(JsonValue(document));
}

std::vector<ResultFile> read_runs(std::istream& source, const std::string& name) {
  return read_runs(read_json(source, name));
}

std::vector<ResultFile> read_runs(const std::string& path) { return read_runs(read_json(path)); }

ResultFile read_results(std::istream& source, const std::string& name) {
  auto runs = read_runs(source, name);
  if (runs.size() > 1)
    throw UsageError(fmt::format("{}: expected one run, found {}", name, runs.size()));
  return std::move(runs.front());
}

ResultFile read_results(const std::string& path) {
  auto source = open_file(path);
  return read_results(source, path);
}

std::map<std::string_view, std::size_t> count_methods(std::span<const BenchmarkHead* const> runs,
                                                      std::string_view mode) {
  std::map<std::string_view, std::size_t> methods;
  for (const auto* run : runs)
    if (const auto* method = find_named(run->methods, mode)) ++methods[method->value];
  return methods;
}

std::string differing(const std::map<std::string_view, std::size_t>& methods) {
  std::string names;
  if (methods.size() > 1)
    for (const auto& [name, count] : methods)
      names += fmt::format("{}{}", names.empty() ? "" : " and ", name);
  return names;
}

bool share_run(const ResultFile& a, const ResultFile& b) {
  return a.context.started == b.context.started && has_values(a) && have_equal_values(a, b);
}

void refuse_repeats(std::span<const ResultFile> runs) {
  // Runs of one file share its strings. Whatever wrote it knew them to be several.
  const auto share_file = [](const ResultFile& a, const ResultFile& b) {
    return a.strings == b.strings && a.run != b.run;
  };
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!share_file(runs[i], runs[j]) && share_run(runs[i], runs[j]))
        throw UsageError(fmt::format("{}: expected another run than that of {}, found the same one",
                                     runs[i].path, runs[j].path));
}

}  // namespace tickbench::results
