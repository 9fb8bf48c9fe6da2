// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "history/store.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <system_error>
#include <tuple>

#include "base/digest.hpp"
#include "base/parallel.hpp"
#include "compare/table.hpp"
#include "metrics/metric_info.hpp"
#include "process/files.hpp"
#include "results/json_document.hpp"
#include "tickbench/error.hpp"

namespace tickbench::history {

NLOHMANN_JSON_SERIALIZE_ENUM(StepState, {{StepState::kProposed, "proposed"},
                                         {StepState::kConfirmed, "confirmed"},
                                         {StepState::kRefuted, "refuted"},
                                         {StepState::kAcknowledged, "acknowledged"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Decision, state, id, machine, device, before, after, ratio, low,
                                   high, error_rate, reason, made, step_ratio, conditions)

/// What the index has of a value, as a list: names would be most of the file.
auto fields(auto& value) {
  return std::tie(value.key.id, value.key.machine, value.key.device, value.key.conditions,
                  value.value, value.low, value.high, value.canary, value.digest, value.started,
                  value.processor, value.former_ids);
}
inline void to_json(nlohmann::json& json, const StoredValue& value) { json = fields(value); }
inline void from_json(const nlohmann::json& json, StoredValue& value) {
  std::apply([&, at = std::size_t{0}](auto&... each) mutable { (json.at(at++).get_to(each), ...); },
             fields(value));
}

namespace {

struct IndexedFile {
  std::string stamp;  ///< its size and time
  std::vector<StoredValue> values{};
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(IndexedFile, stamp, values)

/// What `.index.json` holds; by the metric that was asked for.
struct Index {
  std::string schema = "tickbench-history-index/5", metric{};
  std::map<std::string, IndexedFile> files{};  ///< by their names
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Index, schema, metric, files)

/// The files below whose names are digests, in the order of their names.
std::vector<std::filesystem::path> list_files(const std::filesystem::path& folder,
                                              std::vector<std::string>& faults) {
  std::vector<std::filesystem::path> files;
  std::error_code error, ignored;
  std::filesystem::directory_iterator at(folder, error);
  for (; !error && at != std::filesystem::directory_iterator(); at.increment(error)) {
    const auto& path = at->path();
    if (at->symlink_status(ignored).type() == std::filesystem::file_type::directory) {
      const auto below = list_files(path, faults);
      files.insert(files.end(), below.begin(), below.end());
    } else if (path.extension() == ".json" && at->is_regular_file(ignored) &&
               path.stem().string().find_first_not_of("0123456789abcdef") == std::string::npos) {
      files.push_back(path);
    }
  }
  if (error && error != std::errc::no_such_file_or_directory)
    faults.push_back(fmt::format("{}: expected a folder that can be read: {}", folder.string(),
                                 error.message()));
  std::ranges::sort(files);
  return files;
}

/// Files of one digest and other content are refused.
bool write(const std::filesystem::path& folder, const std::string& text) {
  const auto path = folder / (digest_text(digest_of(text)) + ".json");
  if (std::filesystem::exists(path)) {
    const auto found = results::read_text(path.string());
    if (found == text) return false;
    if (digest_of(found) == digest_of(text))
      throw UsageError(path.string() + ": expected the content of this digest, found another one");
  }
  std::filesystem::create_directories(folder);
  process::OutputFile("store", path.string()).write(text);
  return true;
}

/// The times of the fixed kernels of a device, a unit of work, as one number.
double canary_time(const results::ResultFile& run, std::string_view device_id) {
  std::vector<double> logarithms;
  for (const auto& device : run.devices)
    for (const auto& figure : device.canary)
      for (const auto& end : figure.ends)
        if (device.id == device_id)
          logarithms.push_back(std::log(end.value / std::max(figure.amount, 1.0)));
  return logarithms.empty() ? 0 : std::exp(inference::mean(logarithms));
}

/// What `compare` would refuse to compare across.
std::string conditions_text(const results::ResultFile& run, const results::Benchmark& benchmark,
                            const std::string& metric) {
  std::string text;
  const auto add = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) text += fmt::format("{}{}: {}", text.empty() ? "" : "\n", name, value);
  };
  add("driver", benchmark.driver);
  if (metric == metrics::kSpeedupBaseline) add("baseline", benchmark.baseline);
  for (const auto& method : benchmark.methods)
    add(fmt::format("method {}", method.name), method.value);
  for (const auto& setting : benchmark.settings) add(setting.name, setting.value);
  if (!benchmark.device.empty()) return text;
  add("processor", processor_text(run.context.cpu, run.context.cpus));
  add("build type", run.context.build_type);
  for (const auto& [name, value] : run.context.facts)
    if (name == "benchmark_version") add("version", value);
  return text;
}

/// By `compare`'s rules: which metric counts, and what a run's value is.
std::vector<StoredValue> read_values(const std::string& path, const std::string& metric) {
  std::vector<StoredValue> values;
  const compare::Options options{.metric = metric};
  for (const auto& run : results::read_runs(path)) {
    std::map<std::pair<std::string_view, std::string_view>, const results::Benchmark*> known;
    for (const auto& benchmark : run.benchmarks)
      known[{benchmark.id, benchmark.device}] = &benchmark;
    for (const auto& [row, runs, same, wall, is_judged, is_quieter] :
         compare::make_sides(std::span(&run, 1), std::span(&run, 1), options)) {
      if (!row.old_value || row.verdict == compare::Verdict::kFailed) continue;
      const auto& benchmark = *known.at({row.id, row.device});
      const std::string_view name = row.uses_cpu_time ? metrics::kCpuTime
                                    : metric.empty()  ? metrics::kTime
                                                      : std::string_view(metric);
      Interval interval{*row.old_value, *row.old_value};
      if (benchmark.repetitions.size() == 1)
        if (const auto* found = results::find_named(benchmark.repetitions[0].metrics, name))
          interval = found->ends();
      values.push_back(
          {.key = {row.id, run.context.host, row.device, conditions_text(run, benchmark, metric)},
           .value = *row.old_value,
           .low = interval.low,
           .high = interval.high,
           .canary = canary_time(run, benchmark.device_id),
           .digest = std::string(benchmark.launch_digest),
           .started = run.context.started,
           .processor =
               run.context.cpu.empty() ? "" : processor_text(run.context.cpu, run.context.cpus),
           .former_ids = row.former_ids});
    }
  }
  return values;
}

/// Reads those that the index lacks or that changed, and leaves out those that are no more.
bool bring_up_to_date(Index& index, const std::filesystem::path& root,
                      std::vector<std::string>& faults) {
  auto known = std::exchange(index.files, {});
  std::vector<std::string> absent;
  std::error_code ignored;
  for (const auto& path : list_files(root, faults)) {
    const auto name = path.lexically_relative(root).string();
    const auto time = std::filesystem::last_write_time(path, ignored).time_since_epoch();
    auto stamp = fmt::format("{} {}", std::filesystem::file_size(path, ignored),
                             static_cast<std::int64_t>(time.count()));
    auto& file = index.files[name] = std::move(known[name]);
    if (file.stamp == stamp) continue;
    file = {std::move(stamp), {}};
    absent.push_back(name);
  }
  std::vector<std::string> problems(absent.size());
  in_parallel(absent.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (auto i = begin; i < end; ++i) try {
        index.files.at(absent[i]).values = read_values((root / absent[i]).string(), index.metric);
      } catch (const UsageError& error) {
        problems[i] = error.what();
      }
  });
  for (std::size_t i = 0; i < absent.size(); ++i) {
    if (problems[i].empty()) continue;
    faults.push_back(problems[i]);
    index.files.erase(absent[i]);
  }
  return !absent.empty();
}

}  // namespace

std::string processor_text(std::string_view model, long count) {
  return fmt::format("{} x{}", model, count);
}

std::string to_string(StepState state) { return nlohmann::json(state); }

bool add_results(const std::filesystem::path& store, const std::string& commit,
                 const std::string& text) {
  return write(store / "results" / commit, text);
}

void add_decision(const std::filesystem::path& store, const Decision& decision) {
  write(store / "decisions", nlohmann::json(decision).dump(1) + "\n");
}

StoredValues read_results(const std::filesystem::path& store, const ReadOptions& options,
                          std::vector<std::string>& faults) {
  const auto path = (store / ".index.json").string();
  Index index;
  try {
    index = nlohmann::json::parse(results::read_text(path)).get<Index>();
  } catch (const std::exception&) {  // absent or torn
  }
  if (index.schema != Index{}.schema || index.metric != options.metric)
    index = {.metric = options.metric};
  if (bring_up_to_date(index, store / "results", faults)) try {
      process::OutputFile("store", path).write(nlohmann::json(index).dump());
    } catch (const UsageError&) {  // a store that cannot be written is read all the same
    }
  StoredValues all;
  for (const auto& [name, file] : index.files)
    for (const auto& value : file.values) all.former.add(value.key.id, value.former_ids);
  std::set<std::tuple<SeriesKey, std::string, std::string, double>> runs;
  for (auto& [name, file] : index.files)
    for (auto& value : file.values) {
      value.commit = name.substr(0, name.find('/'));
      value.key.id = all.former.now(value.key.id);
      if (options.any_host && !value.processor.empty()) value.key.machine = value.processor;
      all.lacks_processors |= options.any_host && value.processor.empty();
      if (runs.emplace(value.key, value.commit, value.started, value.value).second)
        all.values.push_back(std::move(value));
    }
  return all;
}

std::vector<Decision> read_decisions(const std::filesystem::path& store,
                                     std::vector<std::string>& faults) {
  std::vector<Decision> decisions;
  for (const auto& file : list_files(store / "decisions", faults)) try {
      auto json = nlohmann::json::parse(results::read_text(file.string()));
      json.emplace("step_ratio", json.value("ratio", 0.0));
      json.emplace("conditions", "");
      decisions.push_back(json.get<Decision>());
    } catch (const std::exception& error) {
      faults.push_back(fmt::format("{}: expected a decision: {}", file.string(), error.what()));
    }
  return decisions;
}

}  // namespace tickbench::history
