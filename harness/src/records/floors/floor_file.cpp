// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "floors/floor_parser.hpp"
#include "results/json_document.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench {
namespace {

// Enough for a reader to see what ids look like.
constexpr std::size_t kFew = 3;

/// All where they are few; else the first ones, and those that were most likely meant.
std::string examples(std::span<const std::string> ids, std::string_view asked) {
  if (ids.size() <= kFew) return fmt::format("{}", fmt::join(ids, ", "));
  return fmt::format("{}, ...{}", fmt::join(ids.first(kFew), ", "),
                     text::did_you_mean(asked, {ids.begin(), ids.end()}));
}

// What one pattern may take, in bytes: a program of some ten thousand instructions. Real patterns
// have some tens; the default of 8 MiB would let a small file take gigabytes.
constexpr std::int64_t kPatternMemory = 256 << 10;
// What all patterns of a file may take together, at 16 bytes each and twice (forwards and back).
constexpr std::size_t kMostInstructions = 1'000'000;

constexpr std::string_view kSpecial = R"(\.+*?()[]{}|^$)";

bool matches(const re2::RE2& pattern, std::string_view text) {
  return re2::RE2::FullMatch(re2::StringPiece(text.data(), text.size()), pattern);
}

/// `to` with the groups that `benchmark` has in `id`: "\1/copy/1024". The id must match.
std::string fill_in_groups(const std::string& to, const re2::RE2& benchmark, std::string_view id) {
  // The whole match and the nine groups that `to` can name.
  re2::StringPiece groups[10];
  const int count = std::min(benchmark.NumberOfCapturingGroups() + 1, 10);
  const re2::StringPiece piece(id.data(), id.size());
  if (!benchmark.Match(piece, 0, piece.size(), re2::RE2::ANCHOR_BOTH, groups, count))
    throw std::logic_error("fill_in_groups: the id does not match");
  std::string filled;
  benchmark.Rewrite(&filled, to, groups, count);
  return filled;
}

std::string json_string(const std::string& word) {
  // A name may hold marks that turn the direction of writing on a terminal or in an editor. JSON
  // spells control characters out, and these only in ASCII.
  const bool is_hidden = text::visible_lines(word) != word;
  return nlohmann::json(word).dump(-1, ' ', is_hidden, nlohmann::json::error_handler_t::replace);
}

std::string floor_line(const Floor& floor) {
  auto line = fmt::format("    {{\"device\": {}, \"benchmark\": {}, ", json_string(floor.device),
                          json_string(floor.benchmark));
  if (floor.is_ratio())
    line += fmt::format("\"metric\": \"ratio\", \"of\": {}, \"to\": {}", json_string(floor.metric),
                        json_string(floor.to));
  else
    line += "\"metric\": " + json_string(floor.metric);
  line += fmt::format(", \"{}\": {}", floors::bound_name(floor), text::shortest(floor.threshold));
  if (floor.tolerance != Floor::kDefaultTolerance)
    line += fmt::format(", \"tolerance\": {}", text::shortest(floor.tolerance));
  if (floor.runs > 1) line += fmt::format(", \"runs\": {}", floor.runs);
  if (!floor.note.empty()) line += ", \"note\": " + json_string(floor.note);
  return line + '}';
}

}  // namespace

namespace floors {

const char* bound_name(const Floor& floor) {
  return floor.bound == Floor::Bound::kAtLeast ? "at_least" : "at_most";
}

const re2::RE2& PatternCache::compile(const std::string& pattern) {
  if (const auto found = compiled_.find(pattern); found != compiled_.end()) return *found->second;
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kPatternMemory);
  auto compiled = std::make_unique<re2::RE2>(pattern, options);
  if (!compiled->ok()) throw std::invalid_argument(compiled->error());
  instructions_ += static_cast<std::size_t>(compiled->ProgramSize());
  if (instructions_ > kMostInstructions)
    throw std::invalid_argument("the patterns of this file are too large together");
  return *compiled_.emplace(pattern, std::move(compiled)).first->second;
}

}  // namespace floors

std::string escape_pattern(std::string_view text) {
  std::string pattern;
  for (const char c : text) {
    if (kSpecial.find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

std::string to_floor_file(std::span<const Floor> floors) {
  std::vector<std::string> lines;
  for (const auto& floor : floors) lines.push_back(floor_line(floor));
  return fmt::format("{{\n  \"schema\": \"{}\",\n  \"floors\": [\n{}\n  ]\n}}\n",
                     FloorFile::kSchema, fmt::join(lines, ",\n"));
}

FloorFile FloorFile::parse(std::string_view text, const std::string& name) {
  FloorFile file;
  file.name_ = name;
  auto patterns = std::make_shared<Patterns>();
  file.floors_ = floors::parse_floors(text, name, patterns->cache);
  for (const auto& floor : file.floors_)
    patterns->floor_patterns.push_back(
        {&patterns->cache.compile(floor.device), &patterns->cache.compile(floor.benchmark)});
  file.patterns_ = std::move(patterns);
  return file;
}

FloorFile FloorFile::load(const std::filesystem::path& path) {
  return parse(results::read_text(path.string(), floors::kMostFileBytes), path.string());
}

std::optional<std::string> FloorFile::find_partner(std::size_t floor, const std::string& id) const {
  const auto& pattern = *patterns_->floor_patterns[floor].second;
  for (const auto& name : former_.names({id}))
    if (const auto& to = floors_[floor].to; matches(pattern, name))
      return to.empty() ? to : former_.now(fill_in_groups(to, pattern, name));
  return std::nullopt;
}

FloorSelection FloorFile::select(std::optional<std::string_view> device,
                                 std::string_view id) const {
  FloorSelection selection;
  for (std::size_t i = 0; i < floors_.size(); ++i) {
    const auto& floor = floors_[i];
    const auto* const of_device = patterns_->floor_patterns[i].first;
    const auto other = find_partner(i, std::string(id));
    if (!other) continue;
    const bool is_here = !device || matches(*of_device, *device);
    selection.device_mismatches += !is_here;
    if (is_here ||
        re2::RE2::PartialMatch(re2::StringPiece(device->data(), device->size()), *of_device))
      (is_here ? selection.floors : selection.partial_matches)
          .push_back({floor, *other, fmt::format("{}: {}", name_, floors::floor_place(i))});
  }
  return selection;
}

FloorSelection select(std::span<const FloorFile> files, std::optional<std::string_view> device,
                      std::string_view id) {
  FloorSelection all;
  for (const auto& file : files) {
    auto selection = file.select(device, id);
    std::ranges::move(selection.floors, std::back_inserter(all.floors));
    std::ranges::move(selection.partial_matches, std::back_inserter(all.partial_matches));
    all.device_mismatches += selection.device_mismatches;
  }
  return all;
}

void FloorFile::require_benchmarks(std::span<const std::string> ids,
                                   std::string_view device) const {
  const std::set<std::string_view> known(ids.begin(), ids.end());
  for (std::size_t i = 0; i < floors_.size(); ++i) {
    const Floor& floor = floors_[i];
    const auto* const of_device = patterns_->floor_patterns[i].first;
    const auto where = fmt::format("{}: {}", name_, floors::floor_place(i));
    if (!device.empty() && !matches(*of_device, device)) continue;
    bool is_matched = false;
    for (const auto& id : ids) {
      const auto other = find_partner(i, id);
      if (!other) continue;
      is_matched = true;
      if (!floor.is_ratio()) break;
      if (*other == id)
        throw UsageError(fmt::format(
            "{}: expected another benchmark to compare with, found {} itself", where, id));
      if (!known.contains(*other))
        throw NoBenchmarkForFloor(
            fmt::format("{}: expected a benchmark to compare {} with, found none named {} among {}",
                        where, id, floors::in_quotes(*other), examples(ids, *other)));
    }
    if (!is_matched)
      throw NoBenchmarkForFloor(fmt::format(
          "{}: expected a benchmark that matches {}, found none among {}: {}", where,
          floors::in_quotes(floor.benchmark), ids.size(), examples(ids, floor.benchmark)));
  }
}

}  // namespace tickbench
