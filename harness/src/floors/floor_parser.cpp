// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/floor_parser.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>
#include <utility>

#include "floors/floor_builder.hpp"
#include "floors/text_position.hpp"

namespace tickbench::floors {
namespace {

using Json = nlohmann::json;

/// nlohmann says "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error
/// ...": the place is ours to say.
std::string reason_of(const nlohmann::detail::exception& error) {
  std::string_view what = error.what();
  if (const auto bracket = what.find("] "); bracket != what.npos) what.remove_prefix(bracket + 2);
  if (what.starts_with("parse error"))
    if (const auto colon = what.find(": "); colon != what.npos) what.remove_prefix(colon + 2);
  return shortened(what, 200);
}

/// Takes the parser's events. The format is flat, so that where we are is one of four places, and
/// anything deeper is refused when it opens.
class Handler final : public nlohmann::json_sax<Json> {
 public:
  Handler(Source& source, PatternCache& cache)
      : source_(source), cache_(&cache), tracker_(source.text()) {}

  std::vector<Floor> take_floors() { return std::move(floors_); }

  bool null() override { return bare(Value::Kind::kOther, 0); }
  bool boolean(bool) override { return bare(Value::Kind::kOther, 0); }
  bool number_integer(number_integer_t number) override {
    return bare(Value::Kind::kNumber, static_cast<double>(number));
  }
  bool number_unsigned(number_unsigned_t number) override {
    return bare(Value::Kind::kNumber, static_cast<double>(number));
  }
  bool number_float(number_float_t number, const string_t&) override {
    return bare(Value::Kind::kNumber, number);
  }
  bool string(string_t& text) override {
    return scalar({Value::Kind::kString, tracker_.string(), text, 0, in_quotes(text)});
  }
  bool binary(binary_t&) override { return false; }  // JSON has none

  bool start_object(std::size_t) override {
    const std::size_t offset = tracker_.structural();
    if (where_ == Where::kStart) {
      where_ = Where::kFile;
      file_offset_ = offset;
    } else if (where_ == Where::kFloors) {
      where_ = Where::kFloor;
      if (floors_.size() == kMostFloors)
        source_.fail(offset, "expected at most " + std::to_string(kMostFloors) + " floors");
      builder_.emplace(source_, *cache_, offset);
      floor_offset_ = offset;
    } else {
      unexpected(offset, "an object");
    }
    return true;
  }

  bool key(string_t& name) override {
    const std::size_t offset = tracker_.string();
    if (where_ == Where::kFloor) {
      builder_->key(name, offset);
      return true;
    }
    if (name != "schema" && name != "floors" && name != "note" && name != "$schema")
      source_.fail(offset,
                   "expected schema, floors or note, found the unknown member " + in_quotes(name));
    if (!file_keys_.emplace(name, offset).second)
      source_.fail(offset, "the member " + in_quotes(name) + " is given twice: first in line " +
                               std::to_string(source_.position(file_keys_[name]).line));
    file_key_ = name;
    return true;
  }

  bool end_object() override {
    tracker_.structural();
    if (where_ == Where::kFloor) {
      add(builder_->finish());
      where_ = Where::kFloors;
      return true;
    }
    if (!file_keys_.contains("schema"))
      source_.fail(file_offset_, "expected \"schema\": \"" + std::string(FloorFile::kSchema) +
                                     "\", found no schema");
    if (!file_keys_.contains("floors"))
      source_.fail(file_offset_, "expected \"floors\", an array of floors, found none");
    return true;
  }

  bool start_array(std::size_t) override {
    const std::size_t offset = tracker_.structural();
    if (where_ != Where::kFile || file_key_ != "floors") unexpected(offset, "an array");
    where_ = Where::kFloors;
    array_offset_ = offset;
    return true;
  }

  bool end_array() override {
    tracker_.structural();
    if (floors_.empty())
      source_.fail(array_offset_, "expected at least one floor, found an empty array");
    where_ = Where::kFile;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    // The parser counts the bytes it has read, the end of the file included.
    const std::size_t offset = position == 0 ? 0 : position - 1;
    source_.fail(offset, (offset >= source_.text().size() ? "the file ends too early: " : "") +
                             reason_of(error));
  }

 private:
  enum class Where { kStart, kFile, kFloors, kFloor };

  bool bare(Value::Kind kind, double number) {
    const std::size_t begin = tracker_.bare();
    const auto token = source_.text().substr(begin, tracker_.offset() - begin);
    return scalar({kind, begin, {}, number, shortened(token, 40)});
  }

  bool scalar(Value value) {
    if (where_ == Where::kFloor) {
      builder_->value(std::move(value));
      return true;
    }
    if (where_ != Where::kFile || file_key_ == "floors" || value.kind != Value::Kind::kString)
      unexpected(value.offset, value.shown);
    if (file_key_ == "schema" && value.text != FloorFile::kSchema)
      source_.fail(value.offset,
                   "schema: expected " + in_quotes(FloorFile::kSchema) + ", found " + value.shown);
    return true;
  }

  [[noreturn]] void unexpected(std::size_t offset, const std::string& found) {
    std::string expected = "an object with the members schema and floors";
    if (where_ == Where::kFile)
      expected = file_key_ + (file_key_ == "floors" ? ": an array of floors" : ": a string");
    if (where_ == Where::kFloors) expected = "a floor, which is an object";
    if (where_ == Where::kFloor) expected = builder_->expected();
    source_.fail(offset, "expected " + expected + ", found " + found);
  }

  void add(Floor floor) {
    const auto [earlier, is_new] =
        seen_.emplace(std::tuple(floor.device, floor.benchmark, floor.metric, floor.to, floor.bound,
                                 floor.threshold, floor.tolerance),
                      floor.position);
    if (!is_new)
      source_.fail(floor_offset_, "this floor repeats the one in line " +
                                      std::to_string(earlier->second.line) + ", column " +
                                      std::to_string(earlier->second.column));
    floors_.push_back(std::move(floor));
  }

  Source& source_;
  PatternCache* cache_;
  TokenTracker tracker_;
  Where where_ = Where::kStart;
  std::map<std::string, std::size_t, std::less<>> file_keys_;
  std::string file_key_;
  std::size_t file_offset_ = 0;
  std::size_t array_offset_ = 0;
  std::size_t floor_offset_ = 0;
  std::optional<FloorBuilder> builder_;
  std::vector<Floor> floors_;
  std::map<
      std::tuple<std::string, std::string, std::string, std::string, Floor::Bound, double, double>,
      TextPosition>
      seen_;
};

}  // namespace

std::vector<Floor> parse_floors(std::string_view text, const std::string& name,
                                PatternCache& cache) {
  Source source(text, name);
  if (text.size() > kMostFileBytes)
    source.fail(0, "expected at most " + std::to_string(kMostFileBytes) + " bytes, found more");
  if (const auto offset = first_non_text(text))
    source.fail(*offset, static_cast<unsigned char>(text[*offset]) < 0x20
                             ? "expected text, found a control character"
                             : "expected UTF-8, found a byte that is none");
  Handler handler(source, cache);
  Json::sax_parse(text.begin(), text.end(), &handler);
  return handler.take_floors();
}

}  // namespace tickbench::floors
