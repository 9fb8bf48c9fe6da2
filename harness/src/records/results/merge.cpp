// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "results/fields.hpp"
#include "results/json_document.hpp"
#include "tickbench/error.hpp"

namespace tickbench::results {
namespace {

/// Null where there is no such member, or no object.
template <class AnyJson>
AnyJson* find(AnyJson* object, std::string_view name) {
  if (object == nullptr || !object->is_object()) return nullptr;
  const auto found = object->find(name);
  return found == object->end() ? nullptr : &*found;
}

void refuse_foreign_schemas(JsonValue document) {
  if (const auto schema = document[fields::kSchema]; schema.exists())
    schema.fail(
        fmt::format("expected a result file, which has no schema of its own, found a file of {}",
                    schema.printed()));
  static constexpr std::string_view kVersion = "json_schema_version";
  if (const auto version = document[fields::kContext][kVersion];
      version.exists() && version.printed() != "1")
    version.fail(
        fmt::format("expected version 1 of Google Benchmark's JSON, found {}", version.printed()));
}

void mark_skips(Json& document, const SkipRule& is_skip) {
  auto* rows = find(&document, fields::kBenchmarks);
  if (rows == nullptr || !rows->is_array()) return;
  for (auto& row : *rows) {
    const auto* error = find(&row, "error_occurred");
    const auto* message = find(&row, "error_message");
    if (error == nullptr || *error != true || find(&row, fields::kTickbench) != nullptr ||
        message == nullptr || !message->is_string() || !is_skip(message->get<std::string>()))
      continue;
    row["skipped"] = true;
    row["skip_message"] = row["error_message"];
    row.erase("error_occurred");
    row.erase("error_message");
  }
}

/// What must be the same wherever one id ran on one device of one machine.
struct Kin {
  const ResultFile* run;
  const Benchmark* benchmark;
};

void require_same_device(const Kin& before, const Kin& now) {
  if (before.benchmark->device_id == now.benchmark->device_id) return;
  throw UsageError(fmt::format(
      "{}: expected '{}' on {} as in {}, found it on {}: two devices of one name, {}, on one "
      "machine could not be told apart",
      now.run->path, now.benchmark->id, before.benchmark->device_id, before.run->path,
      now.benchmark->device_id, now.benchmark->device));
}

void require_same_commit(const Kin& before, const Kin& now) {
  const auto &from = before.run->context.commit, &to = now.run->context.commit;
  if (from == to || from.empty() || to.empty()) return;
  throw UsageError(fmt::format(
      "{}: expected '{}' of the commit {} as in {}, found {}: runs of one program belong together, "
      "and `tickbench compare` sets two beside each other",
      now.run->path, now.benchmark->id, from, before.run->path, to));
}

void require_same_setting(const Kin& before, const Kin& now) {
  const auto &from = before.benchmark->settings, &to = now.benchmark->settings;
  const auto [was, is] = std::ranges::mismatch(from, to);
  if (was == from.end() && is == to.end()) return;
  const auto shown = [](const auto& setting, const auto& settings) {
    return setting == settings.end() ? std::string("no such setting")
                                     : fmt::format("{} {}", setting->name, setting->value);
  };
  throw UsageError(fmt::format(
      "{}: expected '{}' with {} as in {}, found {}: what was measured otherwise is no further run",
      now.run->path, now.benchmark->id, shown(was, from), before.run->path, shown(is, to)));
}

/// Google Benchmark's fields where all runs agree.
Json common_context(const std::vector<RunRecord>& runs) {
  Json common;
  for (const auto& run : runs) {
    const auto* context = find(&run.entry, fields::kContext);
    if (context == nullptr || !context->is_object()) continue;
    if (common.is_null()) {
      common = *context;
      common.erase(fields::kTickbench);
      continue;
    }
    for (auto member = common.begin(); member != common.end();) {
      const auto* same = find(context, member.key());
      const bool is_common = same != nullptr && *same == member.value();
      member =
          is_common || member.key() == fields::kDate ? std::next(member) : common.erase(member);
    }
  }
  return common.is_null() ? Json::object() : common;
}

}  // namespace

std::vector<RunRecord> load_runs(const std::string& path, const SkipRule& is_skip) {
  auto parsed = read_json(path);
  refuse_foreign_schemas(JsonValue(parsed));
  if (is_skip) mark_skips(parsed.root, is_skip);
  auto files = read_runs(parsed);
  auto& document = parsed.root;
  auto* context = find(&document, fields::kContext);
  const auto* list = find(find(context, fields::kTickbench), fields::kRuns);
  std::vector<RunRecord> runs;
  std::map<std::int64_t, std::size_t> places;
  if (list == nullptr) {
    places[0] = 0;
    auto& only = runs.emplace_back();
    only.entry[fields::kContext] = context == nullptr ? Json::object() : std::move(*context);
  } else {
    for (const auto& entry : *list) {
      places[entry.at(fields::kRun).get<std::int64_t>()] = runs.size();
      runs.emplace_back().entry = entry;
    }
  }
  for (auto& row : document.at(fields::kBenchmarks)) {
    const auto* more = find(&row, fields::kTickbench);
    if (more != nullptr && !more->is_object())
      throw UsageError(fmt::format("{}: expected tickbench of each row to be an object, found {}",
                                   path, more->type_name()));
    const auto* number = find(more, fields::kRun);
    runs.at(places.at(number == nullptr ? 0 : number->get<std::int64_t>()))
        .rows.push_back(std::move(row));
  }
  for (auto& file : files) runs.at(places.at(file.run)).results = std::move(file);
  return runs;
}

void require_kin(std::span<const RunRecord> runs) {
  std::vector<ResultFile> files;
  for (const auto& run : runs)
    if (run.results) files.push_back(*run.results);
  refuse_repeats(files);
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, Kin> first;
  for (const auto& file : files)
    for (const auto& benchmark : file.benchmarks) {
      const auto [known, is_new] = first.try_emplace(
          {file.context.host, benchmark.device, benchmark.id}, Kin{&file, &benchmark});
      if (is_new) continue;
      require_same_device(known->second, {&file, &benchmark});
      require_same_commit(known->second, {&file, &benchmark});
      require_same_setting(known->second, {&file, &benchmark});
    }
}

std::string to_runs_file(std::vector<RunRecord> runs) {
  Json list = Json::array(), rows = Json::array();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    Json entry{{fields::kRun, i + 1}};
    for (auto& [name, value] : runs[i].entry.items())
      if (name != fields::kRun) entry[name] = value;
    list.push_back(std::move(entry));
    for (auto& row : runs[i].rows) {
      row[fields::kTickbench][fields::kRun] = i + 1;
      rows.push_back(std::move(row));
    }
  }
  auto context = common_context(runs);
  context[fields::kTickbench] = {{fields::kSchema, fields::kRunsSchema},
                                 {fields::kRuns, std::move(list)}};
  const Json document{{fields::kContext, std::move(context)},
                      {fields::kBenchmarks, std::move(rows)}};
  return document.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace tickbench::results
