// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "history/store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <system_error>
#include <tuple>

#include "base/enumerator_name.hpp"
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
                                   high, error_rate, reason, made)

namespace {

using Key = std::array<std::string, 5>;  // id, machine, device, conditions, processor
// The key's place, value, low, high, canary; when the run began.
using Entry = std::tuple<std::size_t, double, double, double, double, std::string>;
using Entries = std::vector<std::pair<Key, Entry>>;

/// What `.index.json` holds; by the metric that was asked for.
struct Index {
  std::string schema = "tickbench-history-index/1", metric{};
  std::vector<Key> keys{};
  std::vector<std::pair<std::string, std::vector<Entry>>> files{};  ///< by their names
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Index, schema, metric, keys, files)

/// The files below whose names are digests, in the order of their names.
std::vector<std::filesystem::path> list_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator at(folder, error), end; at != end;
       at.increment(error))
    if (at->path().extension() == ".json" && at->is_regular_file(error) &&
        at->path().stem().string().find_first_not_of("0123456789abcdef") == std::string::npos)
      files.push_back(at->path());
  std::ranges::sort(files);
  return files;
}

bool write(const std::filesystem::path& folder, const std::string& text) {
  const auto path = folder / (digest(text) + ".json");
  if (std::filesystem::exists(path)) {
    if (results::read_text(path.string(), std::string::npos) == text) return false;
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
std::string conditions_text(const results::ResultFile& run, const results::Benchmark& benchmark) {
  std::string text;
  const auto add = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) text += fmt::format("{}{}: {}", text.empty() ? "" : "\n", name, value);
  };
  add("driver", benchmark.driver);
  for (const auto& method : benchmark.methods)
    add(fmt::format("method {}", method.name), method.value);
  for (const auto& setting : benchmark.settings) add(setting.name, setting.value);
  if (!benchmark.device.empty()) return text;
  add("processor", fmt::format("{} x{}", run.context.cpu, run.context.cpus));
  add("build type", run.context.build_type);
  for (const auto& [name, value] : run.context.facts)
    if (name == "benchmark_version") add("version", value);
  return text;
}

/// By `compare`'s rules: which metric counts, and what a run's value is.
Entries read_entries(const std::string& path, const std::string& metric) {
  Entries entries;
  compare::Options options;
  options.metric = metric;
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
      entries.push_back({{row.id, run.context.host, row.device, conditions_text(run, benchmark),
                          fmt::format("{} x{}", run.context.cpu, run.context.cpus)},
                         {0, *row.old_value, interval.low, interval.high,
                          canary_time(run, benchmark.device_id), run.context.started}});
    }
  }
  return entries;
}

Index read_index(const std::filesystem::path& path, const std::string& metric) {
  try {
    auto index =
        nlohmann::json::parse(results::read_text(path.string(), std::string::npos)).get<Index>();
    if (index.schema == Index{}.schema && index.metric == metric) return index;
  } catch (const std::exception&) {  // absent or torn
  }
  return {.metric = metric};
}

/// Reads those that the index lacks, and leaves out those that are no more.
bool bring_up_to_date(Index& index, const std::filesystem::path& root,
                      std::vector<std::string>& faults) {
  std::map<std::string, std::vector<Entry>> known(std::make_move_iterator(index.files.begin()),
                                                  std::make_move_iterator(index.files.end()));
  std::vector<std::string> absent;
  index.files.clear();
  for (const auto& file : list_files(root)) {
    const auto name = file.lexically_relative(root).string();
    if (const auto found = known.find(name); found != known.end())
      index.files.emplace_back(name, std::move(found->second));
    else
      absent.push_back(name);
  }
  std::vector<Entries> read(absent.size());
  std::vector<std::string> problems(absent.size());
  in_parallel(absent.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (auto i = begin; i < end; ++i) try {
        read[i] = read_entries((root / absent[i]).string(), index.metric);
      } catch (const UsageError& error) {
        problems[i] = error.what();
      }
  });
  std::map<Key, std::size_t> places;
  for (const auto& key : index.keys) places.emplace(key, places.size());
  for (std::size_t i = 0; i < absent.size(); ++i) {
    if (!problems[i].empty()) {
      faults.push_back(problems[i]);
      continue;
    }
    auto& file = index.files.emplace_back(absent[i], std::vector<Entry>());
    for (auto& [key, entry] : read[i]) {
      const auto [place, is_new] = places.try_emplace(key, places.size());
      if (is_new) index.keys.push_back(key);
      std::get<0>(entry) = place->second;
      file.second.push_back(std::move(entry));
    }
  }
  std::ranges::sort(index.files, {}, &decltype(index.files)::value_type::first);
  return !absent.empty();
}

}  // namespace

// FNV-1a. Files of one digest and other content are refused.
std::string digest(const std::string& text) {
  std::uint64_t value = 0xcbf29ce484222325;
  for (const char byte : text) value = (value ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  return fmt::format("{:016x}", value);
}

std::string_view to_string(StepState state) noexcept {
  return enumerator_name<StepState::kAcknowledged>(
      state, {"proposed", "confirmed", "refuted", "acknowledged"});
}

bool Store::add(const std::string& commit, const std::string& text) const {
  return write(folder_ / "results" / commit, text);
}

void Store::add(const Decision& decision) const {
  write(folder_ / "decisions", nlohmann::json(decision).dump(1) + "\n");
}

StoredValues Store::read(const ReadOptions& options, std::vector<std::string>& faults) const {
  auto index = read_index(folder_ / ".index.json", options.metric);
  if (bring_up_to_date(index, folder_ / "results", faults)) try {
      const auto path = (folder_ / ".index.json").string();
      process::OutputFile("store", path).write(nlohmann::json(index).dump());
    } catch (const UsageError&) {  // a store that cannot be written is read all the same
    }
  StoredValues values;
  std::map<SeriesKey, std::size_t> places;
  std::vector<std::size_t> keys;
  for (auto& [id, machine, device, conditions, processor] : index.keys) {
    SeriesKey key{id, options.any_host ? processor : machine, device, conditions};
    const auto [place, is_new] = places.try_emplace(key, places.size());
    if (is_new) values.keys.push_back(std::move(key));
    keys.push_back(place->second);
  }
  std::set<std::tuple<std::size_t, std::string, std::string, double>> runs;
  for (const auto& [name, entries] : index.files) {
    const auto commit = name.substr(0, name.find('/'));
    for (const auto& [key, value, low, high, canary, started] : entries)
      if (runs.emplace(keys.at(key), commit, started, value).second)
        values.values.push_back({keys[key], commit, value, low, high, canary});
  }
  return values;
}

std::vector<Decision> Store::decisions(std::vector<std::string>& faults) const {
  std::vector<Decision> decisions;
  for (const auto& file : list_files(folder_ / "decisions")) try {
      decisions.push_back(
          nlohmann::json::parse(results::read_text(file.string(), std::string::npos))
              .get<Decision>());
    } catch (const std::exception& error) {
      faults.push_back(fmt::format("{}: expected a decision: {}", file.string(), error.what()));
    }
  return decisions;
}

}  // namespace tickbench::history
