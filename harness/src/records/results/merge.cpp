// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/merge.hpp"

#include <fmt/format.h>

#include <tuple>

#include "results/fields.hpp"

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
    if (!error || *error != true || find(&row, fields::kTickbench) || !message ||
        !message->is_string() || !is_skip(message->get<std::string>()))
      continue;
    row["skipped"] = true;
    row["skip_message"] = row["error_message"];
    row.erase("error_occurred");
    row.erase("error_message");
  }
}

/// One id on one device of one machine, in one run.
struct Kin {
  const ResultFile* run;
  const Benchmark* benchmark;
};

/// What must be the same in all runs: the device, the commit, the settings.
void require_same(const Kin& before, const Kin& now) {
  const auto refuse = [&](const auto& expected, const auto& found, std::string_view reason) {
    throw UsageError(fmt::format("{}: expected '{}' {} as in {}, found {}: {}", now.run->path,
                                 now.benchmark->id, expected, before.run->path, found, reason));
  };
  const auto &old_device = before.benchmark->device_id, &new_device = now.benchmark->device_id;
  if (old_device != new_device)
    refuse(fmt::format("on {}", old_device), fmt::format("it on {}", new_device),
           fmt::format("two devices of one name, {}, on one machine could not be told apart",
                       now.benchmark->device));
  const auto &old_commit = before.run->context.commit, &new_commit = now.run->context.commit;
  if (old_commit != new_commit && !old_commit.empty() && !new_commit.empty())
    refuse("of the commit " + old_commit, new_commit,
           "runs of one program belong together, and `tickbench compare` sets two beside each "
           "other");
  const auto &from = before.benchmark->settings, &to = now.benchmark->settings;
  const auto [was, is] = std::ranges::mismatch(from, to);
  const auto shown = [](const auto& setting, const auto& settings) {
    return setting == settings.end() ? std::string("no such setting")
                                     : fmt::format("{} {}", setting->name, setting->value);
  };
  if (was != from.end() || is != to.end())
    refuse("with " + shown(was, from), shown(is, to),
           "what was measured otherwise is no further run");
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
    }
    for (auto member = common.begin(); member != common.end();) {
      const auto* same = find(context, member.key());
      const bool is_common = same != nullptr && *same == member.value();
      member = is_common || member.key() == "date" ? std::next(member) : common.erase(member);
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
  std::vector<RunRecord> runs;
  std::map<std::int64_t, std::size_t> places;
  if (const auto* list = find(find(context, fields::kTickbench), fields::kRuns)) {
    for (const auto& entry : *list) {
      places[entry.at(fields::kRun).get<std::int64_t>()] = runs.size();
      runs.emplace_back().entry = entry;
    }
  } else {
    places[0] = 0;
    runs.emplace_back().entry[fields::kContext] = context ? std::move(*context) : Json::object();
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
      if (!is_new) require_same(known->second, {&file, &benchmark});
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
