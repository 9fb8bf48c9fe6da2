// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/floor_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <tuple>

#include "metrics/metric_info.hpp"
#include "results/json_document.hpp"
#include "results/write.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench::floors {
namespace {

using results::JsonValue;
using Kind = JsonValue::Kind;

// A quoted name: long enough for any id; a message must stay readable whatever the file holds.
constexpr std::size_t kMostNameBytes = 120;
constexpr std::size_t kMostReasonBytes = 200;

/// What a library says, which may quote the file.
std::string reason(std::string_view what) {
  return text::visible(text::shortened(what, kMostReasonBytes));
}

/// An object of these members, each at most once.
void check_members(JsonValue object, std::span<const std::string_view> known) {
  object.expect(Kind::kObject);
  for (const auto member : object) {
    const auto& name = member.key();
    if (std::ranges::find(known, name) == known.end())
      object.fail(fmt::format("expected {}, found the unknown member {}{}", fmt::join(known, ", "),
                              in_quotes(name), text::did_you_mean(name, known)));
    object.once(name);
  }
}

/// Reads one floor of a file.
class FloorReader {
 public:
  FloorReader(JsonValue json, std::size_t index, PatternCache& cache) : json_(json), cache_(cache) {
    floor_.index = index;
  }

  Floor read() {
    static constexpr std::array<std::string_view, 10> kMembers{
        "device", "benchmark", "metric",  "of",        "to",
        "note",   "at_least",  "at_most", "tolerance", "runs"};
    static constexpr auto kNumbers = std::span(kMembers).subspan(6);
    check_members(json_, kMembers);
    for (const auto member : json_)
      member.expect(std::ranges::find(kNumbers, member.key()) == kNumbers.end() ? Kind::kString
                                                                                : Kind::kNumber);
    floor_.device = text("device");
    floor_.benchmark = text("benchmark");
    pattern("device");
    pattern("benchmark");
    take_metric();
    take_bound();
    take_tolerance();
    take_runs();
    floor_.note = json_["note"].text();
    return std::move(floor_);
  }

 private:
  [[noreturn]] void fail(std::string_view member, const std::string& message) const {
    json_[member].fail(message);
  }

  /// Of a member that has to be there.
  std::string text(std::string_view member) const {
    const auto found = json_[member];
    if (!found.exists()) json_.fail(fmt::format("this floor has no \"{}\"", member));
    if (found.string().empty()) found.fail("expected some text, found \"\"");
    return found.text();
  }

  const re2::RE2& pattern(std::string_view member) const {
    try {
      return cache_.compile(text(member));
    } catch (const std::invalid_argument& error) {
      fail(member, fmt::format("expected an RE2 pattern, found {}: {}", in_quotes(text(member)),
                               reason(error.what())));
    }
  }

  std::string metric(std::string_view member) const {
    const auto name = text(member);
    if (metrics::floor_range(name) == nullptr)
      fail(member, fmt::format("expected one of the metrics {}, counter:NAME, or ratio, found {}{}",
                               fmt::join(metrics::floor_metrics(), ", "), in_quotes(name),
                               text::did_you_mean(name, metrics::floor_metrics())));
    // Every row has them: a result file has no room for a counter of that name.
    if (const auto counter = metrics::counter_name(name);
        counter == metrics::kTime || counter == metrics::kRealTime || counter == metrics::kCpuTime)
      fail(member, fmt::format("expected another counter, found {}, which is the name of a time: "
                               "rename the counter",
                               in_quotes(name)));
    return name;
  }

  void take_metric() {
    static constexpr std::string_view kRatio = "ratio";
    if (text("metric") != kRatio) {
      floor_.metric = metric("metric");
      for (const auto* member : {"of", "to"})
        if (json_[member].exists())
          fail(member, fmt::format("\"{}\" is for the metric \"ratio\", found with {}", member,
                                   in_quotes(floor_.metric)));
      return;
    }
    if (text("of") == kRatio) fail("of", "expected the metric that is compared, found \"ratio\"");
    floor_.metric = metric("of");
    floor_.to = text("to");
    if (std::string wrong; !pattern("benchmark").CheckRewriteString(floor_.to, &wrong))
      fail("to", fmt::format("expected an id, in which \\1 stands for the first group of "
                             "benchmark, found {}: {}",
                             in_quotes(floor_.to), reason(wrong)));
  }

  void take_bound() {
    const bool has_least = json_["at_least"].exists();
    if (has_least == json_["at_most"].exists())
      json_.fail(fmt::format("expected one of at_least and at_most, found {}",
                             has_least ? "both: write two floors" : "neither"));
    floor_.bound = has_least ? Floor::Bound::kAtLeast : Floor::Bound::kAtMost;
    const auto bound = json_[bound_name(floor_)];
    floor_.threshold = bound.number_or_zero();
    const auto range =
        floor_.is_ratio() ? metrics::kRatioRange : *metrics::floor_range(floor_.metric);
    if (range.holds(floor_.threshold)) return;
    const auto unit = floor_.is_ratio() ? std::string_view() : metrics::unit_of(floor_.metric);
    bound.fail(fmt::format("expected a number between {} and {}{}{}, found {}",
                           text::plain_number(range.least), text::plain_number(range.greatest),
                           unit.empty() ? "" : " ", unit, bound.printed()));
  }

  void take_tolerance() {
    const auto found = json_["tolerance"];
    floor_.tolerance = found.number().value_or(floor_.tolerance);
    if (!(floor_.tolerance >= 0 && floor_.tolerance < 1))
      found.fail("expected a fraction of at least 0 and below 1, found " + found.printed());
  }

  void take_runs() {
    const auto found = json_["runs"];
    if (!found.exists()) return;
    const double runs = found.number_or_zero();
    if (!(runs >= 2 && runs <= Floor::kMostRuns && runs == std::floor(runs)))
      found.fail(fmt::format("expected a whole number between 2 and {}, found {}", Floor::kMostRuns,
                             found.printed()));
    floor_.runs = static_cast<std::size_t>(runs);
  }

  JsonValue json_;
  PatternCache& cache_;
  Floor floor_;
};

std::vector<Floor> read_floors(JsonValue list, PatternCache& cache) {
  std::vector<Floor> floors;
  std::map<std::tuple<std::string, std::string, std::string, std::string, Floor::Bound, double,
                      double, std::size_t>,
           std::size_t>
      seen;
  list.expect(Kind::kList);
  for (const auto json : list) {
    if (floors.size() == kMostFloors)
      list.fail(fmt::format("expected at most {} floors, found more", kMostFloors));
    const auto floor = FloorReader(json, floors.size(), cache).read();
    const auto [earlier, is_new] =
        seen.emplace(std::tuple(floor.device, floor.benchmark, floor.metric, floor.to, floor.bound,
                                floor.threshold, floor.tolerance, floor.runs),
                     floor.index);
    if (!is_new)
      json.fail(fmt::format("expected each floor once, found that of {} again",
                            floor_place(earlier->second)));
    floors.push_back(floor);
  }
  if (floors.empty()) list.fail("expected at least one floor, found an empty list");
  return floors;
}

}  // namespace

std::string floor_place(std::size_t index) { return fmt::format("floors[{}]", index); }

std::string in_quotes(std::string_view value) {
  return results::single_line(text::shortened(value, kMostNameBytes));
}

std::vector<Floor> parse_floors(std::string_view text, const std::string& name,
                                PatternCache& cache) {
  static constexpr std::array<std::string_view, 4> kMembers{"schema", "floors", "note", "$schema"};
  const auto document = results::parse_json(text, name);
  const JsonValue file(document);
  check_members(file, kMembers);
  const auto schema = file["schema"], list = file["floors"];
  for (const auto member : file)
    if (member.key() != "floors") member.expect(Kind::kString);
  if (schema.exists() && schema.string() != FloorFile::kSchema)
    schema.fail(
        fmt::format("expected \"{}\", found {}", FloorFile::kSchema, in_quotes(schema.string())));
  if (!list.exists()) file.fail("expected \"floors\", a list of floors, found none");
  auto floors = read_floors(list, cache);
  if (!schema.exists())
    file.fail(fmt::format("expected \"schema\": \"{}\", found no schema", FloorFile::kSchema));
  return floors;
}

}  // namespace tickbench::floors
