// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/floor_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <tuple>

#include "metrics/metric_info.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench::floors {
namespace {

using Json = nlohmann::json;

// A quoted name: long enough for any id; a message must stay readable whatever the file holds.
constexpr std::size_t kMostNameBytes = 120;
constexpr std::size_t kMostNumberBytes = 40;
constexpr std::size_t kMostReasonBytes = 200;

std::string shown(const Json& value) {
  if (value.is_string()) return in_quotes(value.get_ref<const std::string&>());
  return text::shortened(value.dump(), kMostNumberBytes);
}

/// What a library says, which may quote the file.
std::string reason(std::string_view what) {
  return text::visible(text::shortened(what, kMostReasonBytes));
}

/// nlohmann's reason: "[json.exception.parse_error.101] parse error at line 1, column 2: syntax
/// error while parsing value - invalid literal; last read: 'x'".
[[noreturn]] void refuse_syntax(const std::string& file, std::string place, std::string_view what) {
  if (const auto bracket = what.find("] "); bracket != what.npos) what.remove_prefix(bracket + 2);
  static constexpr std::string_view kAt = "parse error at ";
  if (const auto colon = what.find(": "); what.starts_with(kAt) && colon != what.npos) {
    place = what.substr(kAt.size(), colon - kAt.size());
    what.remove_prefix(colon + 2);
  }
  throw FloorFileError(file, place, reason(what));
}

/// Reads one floor of a file.
class FloorReader {
 public:
  FloorReader(const std::string& file, std::size_t index, const Json& json, PatternCache& cache)
      : file_(file), json_(json), cache_(cache) {
    floor_.index = index;
  }

  Floor read() {
    check_members();
    floor_.device = text("device");
    floor_.benchmark = text("benchmark");
    pattern("device");
    pattern("benchmark");
    take_metric();
    take_bound();
    take_tolerance();
    take_runs();
    if (json_.contains("note")) floor_.note = json_.at("note");
    return std::move(floor_);
  }

 private:
  [[noreturn]] void fail(std::string_view member, const std::string& message) const {
    throw FloorFileError(
        file_, fmt::format("{}{}{}", floor_place(floor_.index), member.empty() ? "" : ".", member),
        message);
  }

  void check_members() const {
    static constexpr std::string_view kMembers[] = {"device",    "benchmark", "metric",   "of",
                                                    "to",        "note",      "at_least", "at_most",
                                                    "tolerance", "runs"};
    static constexpr auto* kFirstNumber = std::begin(kMembers) + 6;
    for (const auto& [name, value] : json_.items()) {
      const auto* known = std::ranges::find(kMembers, name);
      if (known == std::end(kMembers))
        fail("",
             "expected device, benchmark, metric, of, to, at_least, at_most, tolerance, runs or "
             "note, "
             "found the unknown member " +
                 in_quotes(name) + text::did_you_mean(name, kMembers));
      const bool takes_number = known >= kFirstNumber;
      if (takes_number ? !value.is_number() : !value.is_string())
        fail(name, fmt::format("expected a {}, found {}", takes_number ? "number" : "string",
                               shown(value)));
    }
  }

  /// Of a member that has to be there.
  const std::string& text(std::string_view member) const {
    const auto found = json_.find(member);
    if (found == json_.end()) fail("", fmt::format("this floor has no \"{}\"", member));
    const auto& text = found->get_ref<const std::string&>();
    if (text.empty()) fail(member, "expected some text, found \"\"");
    return text;
  }

  const re2::RE2& pattern(std::string_view member) const {
    try {
      return cache_.compile(text(member));
    } catch (const std::invalid_argument& error) {
      fail(member, fmt::format("expected an RE2 pattern, found {}: {}", in_quotes(text(member)),
                               reason(error.what())));
    }
  }

  const std::string& metric(std::string_view member) const {
    if (metrics::floor_range(text(member)) == nullptr)
      fail(member, fmt::format("expected one of the metrics {}, counter:NAME, or ratio, found {}{}",
                               fmt::join(metrics::floor_metrics(), ", "), in_quotes(text(member)),
                               text::did_you_mean(text(member), metrics::floor_metrics())));
    // Every row has them: a result file has no room for a counter of that name.
    if (const auto counter = metrics::counter_name(text(member));
        counter == metrics::kTime || counter == metrics::kRealTime || counter == metrics::kCpuTime)
      fail(member, fmt::format("expected another counter, found {}, which is the name of a time: "
                               "rename the counter",
                               in_quotes(text(member))));
    return text(member);
  }

  void take_metric() {
    static constexpr std::string_view kRatio = "ratio";
    if (text("metric") != kRatio) {
      floor_.metric = metric("metric");
      for (const auto* member : {"of", "to"})
        if (json_.contains(member))
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
    const bool has_least = json_.contains("at_least");
    if (has_least == json_.contains("at_most"))
      fail("", fmt::format("expected one of at_least and at_most, found {}",
                           has_least ? "both: write two floors" : "neither"));
    const auto* member = has_least ? "at_least" : "at_most";
    floor_.bound = has_least ? Floor::Bound::kAtLeast : Floor::Bound::kAtMost;
    floor_.threshold = json_.at(member);
    const auto range =
        floor_.is_ratio() ? metrics::kRatioRange : *metrics::floor_range(floor_.metric);
    if (range.holds(floor_.threshold)) return;
    const auto* metric = metrics::find_metric(floor_.metric);
    const auto unit = floor_.is_ratio() || metric == nullptr ? std::string_view() : metric->unit;
    fail(member, fmt::format("expected a number between {} and {}{}{}, found {}",
                             text::plain_number(range.least), text::plain_number(range.greatest),
                             unit.empty() ? "" : " ", unit, shown(json_.at(member))));
  }

  void take_tolerance() {
    const auto found = json_.find("tolerance");
    if (found == json_.end()) return;
    floor_.tolerance = *found;
    if (!(floor_.tolerance >= 0 && floor_.tolerance < 1))
      fail("tolerance", "expected a fraction of at least 0 and below 1, found " + shown(*found));
  }

  void take_runs() {
    const auto found = json_.find("runs");
    if (found == json_.end()) return;
    const double runs = *found;
    if (!(runs >= 2 && runs <= Floor::kMostRuns && runs == std::floor(runs)))
      fail("runs", fmt::format("expected a whole number between 2 and {}, found {}",
                               Floor::kMostRuns, shown(*found)));
    floor_.runs = static_cast<std::size_t>(runs);
  }

  const std::string& file_;
  const Json& json_;
  PatternCache& cache_;
  Floor floor_;
};

/// Takes a file from the JSON parser member by member, each floor as soon as it is read: what is
/// given twice, or nested deeper than any floor file is, can be told only then.
class FileReader {
 public:
  FileReader(const std::string& file, PatternCache& cache) : file_(file), cache_(cache) {}

  std::vector<Floor> read(std::string_view text) {
    try {
      [[maybe_unused]] const auto rest = Json::parse(text, std::ref(*this));
    } catch (const Json::exception& error) {
      refuse_syntax(file_, place_, error.what());
    }
    if (!members_.contains("schema"))
      fail("", fmt::format("expected \"schema\": \"{}\", found no schema", FloorFile::kSchema));
    if (!members_.contains("floors"))
      fail("", "expected \"floors\", an array of floors, found none");
    if (floors_.empty()) fail("floors", "expected at least one floor, found an empty array");
    return std::move(floors_);
  }

  /// What the parser calls. Returns whether it keeps what it has read.
  bool operator()(int depth, Json::parse_event_t event, const Json& value) {
    using Event = Json::parse_event_t;
    const bool is_floor = depth == kFloor;
    if (event == Event::object_start && !is_floor && depth != kFile) refuse(depth, "an object");
    if (event == Event::object_start && is_floor) begin_floor();
    if (event == Event::array_start && (depth != kMember || member_ != "floors"))
      refuse(depth, "an array");
    if (event == Event::key) take_key(depth, value.get_ref<const std::string&>());
    if (event == Event::value && depth <= kFloor) take_value(depth, value);
    if (event != Event::object_end || !is_floor) return true;
    add(FloorReader(file_, floors_.size(), value, cache_).read());
    return false;
  }

 private:
  /// How deep each of them is.
  enum Depth { kFile, kMember, kFloor, kFloorMember };

  [[noreturn]] void fail(const std::string& place, const std::string& message) const {
    throw FloorFileError(file_, place, message);
  }

  [[noreturn]] void refuse(int depth, const std::string& found) const {
    if (depth == kFile)
      fail("", "expected an object with the members schema and floors, found " + found);
    if (depth == kFloor)
      fail(floor_place(floors_.size()), "expected a floor, which is an object, found " + found);
    const char* expected = depth == kFloorMember ? "a string or a number"
                           : member_ == "floors" ? "an array of floors"
                                                 : "a string";
    fail(place_, fmt::format("expected {}, found {}", expected, found));
  }

  void begin_floor() {
    if (floors_.size() == kMostFloors)
      fail("floors", fmt::format("expected at most {} floors, found more", kMostFloors));
    floor_members_.clear();
  }

  void take_key(int depth, const std::string& name) {
    place_ = text::visible(text::shortened(name, kMostNameBytes));
    if (depth == kMember) {
      static constexpr std::string_view kMembers[] = {"schema", "floors", "note", "$schema"};
      if (std::ranges::find(kMembers, name) == std::end(kMembers))
        fail("", "expected schema, floors or note, found the unknown member " + in_quotes(name) +
                     text::did_you_mean(name, kMembers));
      member_ = name;
    } else {
      place_ = floor_place(floors_.size()) + '.' + place_;
    }
    if (!(depth == kMember ? members_ : floor_members_).insert(name).second)
      fail(place_, "expected this member once, found it twice");
  }

  void take_value(int depth, const Json& value) {
    if (depth != kMember || member_ == "floors" || !value.is_string()) refuse(depth, shown(value));
    if (member_ == "schema" && value != FloorFile::kSchema)
      fail("schema", fmt::format("expected \"{}\", found {}", FloorFile::kSchema, shown(value)));
  }

  void add(Floor floor) {
    const auto [earlier, is_new] =
        seen_.emplace(std::tuple(floor.device, floor.benchmark, floor.metric, floor.to, floor.bound,
                                 floor.threshold, floor.tolerance, floor.runs),
                      floor.index);
    if (!is_new)
      fail(floor_place(floor.index), fmt::format("expected each floor once, found that of {} again",
                                                 floor_place(earlier->second)));
    floors_.push_back(std::move(floor));
  }

  const std::string& file_;
  PatternCache& cache_;
  std::string member_;  ///< of the file, that is being read
  std::string place_;   ///< the last member of all
  std::set<std::string> members_, floor_members_;
  std::vector<Floor> floors_;
  std::map<std::tuple<std::string, std::string, std::string, std::string, Floor::Bound, double,
                      double, std::size_t>,
           std::size_t>
      seen_;
};

}  // namespace

std::string floor_place(std::size_t index) { return fmt::format("floors[{}]", index); }

std::string in_quotes(std::string_view value) {
  return Json(text::shortened(value, kMostNameBytes))
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<Floor> parse_floors(std::string_view text, const std::string& name,
                                PatternCache& cache) {
  if (text.size() > kMostFileBytes)
    throw FloorFileError(name, "",
                         fmt::format("expected at most {} bytes, found more", kMostFileBytes));
  // The parser would take it for the end.
  if (text.find('\0') != text.npos)
    throw FloorFileError(name, "", "expected text, found a zero byte");
  return FileReader(name, cache).read(text);
}

}  // namespace tickbench::floors
