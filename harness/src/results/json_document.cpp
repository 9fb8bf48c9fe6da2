// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/json_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/enumerator_name.hpp"
#include "results/fields.hpp"
#include "tickbench/error.hpp"

namespace tickbench::results {
namespace {

using Kind = JsonNode::Kind;

std::string_view name_of(Kind kind) {
  return enumerator_name<Kind::kList>(
      kind, {"null", "true or false", "a number", "a string", "an object", "a list"});
}

// Far beyond any result file (7), and far below what exhausts memory.
constexpr std::size_t kDeepest = 64;

/// nlohmann's own callback for what is parsed allocates for every key and value: it takes one and a
/// half times as long. These nodes are used again for each element.
class Builder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(const std::string& file, const std::function<void(JsonValue)>& take) : take_(take) {
    document_.file = file;
  }

  bool null() override { return scalar(Kind::kNull, 0); }
  bool boolean(bool value) override { return scalar(Kind::kBoolean, value); }
  bool number_integer(number_integer_t value) override { return scalar(Kind::kNumber, value); }
  bool number_unsigned(number_unsigned_t value) override { return scalar(Kind::kNumber, value); }
  bool number_float(number_float_t value, const string_t&) override {
    return scalar(Kind::kNumber, value);
  }
  bool string(string_t& value) override {
    const auto node = add(Kind::kString);
    document_.nodes[node].text.swap(value);
    return close(node);
  }
  bool binary(binary_t&) override { return false; }  // JSON text has none
  bool key(string_t& value) override {
    key_.swap(value);
    return true;
  }
  bool start_object(std::size_t) override { return open(Kind::kObject); }
  bool start_array(std::size_t) override { return open(Kind::kList); }
  bool end_object() override { return close_container(); }
  bool end_array() override { return close_container(); }
  bool parse_error(std::size_t, const std::string&,
                   const nlohmann::detail::exception& error) override {
    if (!key_.empty() || document_.size == 0) add(Kind::kNull);
    throw UsageError(fmt::format("{}: expected a whole JSON document, found, at {}: {}",
                                 document_.file, document_.place_of(document_.size - 1),
                                 error.what()));
  }

  JsonValue root() const { return {document_, 0}; }

 private:
  std::size_t add(Kind kind) {
    const auto place = document_.size++;
    if (place == document_.nodes.size()) document_.nodes.emplace_back();
    auto& node = document_.nodes[place];
    node.kind = kind;
    node.key.swap(key_);
    key_.clear();
    node.end = JsonNode::kOpen;
    node.handed_over = 0;
    return place;
  }

  template <class Number>
  bool scalar(Kind kind, Number number) {
    const auto node = add(kind);
    document_.nodes[node].number = static_cast<double>(number);
    return close(node);
  }

  bool open(Kind kind) {
    const auto node = add(kind);
    if (open_.size() >= kDeepest)
      JsonValue(document_, node)
          .fail(fmt::format("expected at most {} levels, found more", kDeepest));
    open_.push_back(node);
    return true;
  }

  bool close_container() {
    const auto node = open_.back();
    open_.pop_back();
    return close(node);
  }

  bool close(std::size_t place) {
    document_.nodes[place].end = document_.size;
    if (open_.size() != 2 || document_.nodes[open_[1]].kind != Kind::kList) return true;
    if (document_.nodes[open_[1]].key == fields::kBenchmarks) take_({document_, place});
    ++document_.nodes[open_[1]].handed_over;
    document_.size = place;
    return true;
  }

  const std::function<void(JsonValue)>& take_;
  JsonNodes document_;
  std::vector<std::size_t> open_;
  std::string key_;  // of the value that comes next
};

// Large enough that a read's cost vanishes, small for the cache.
constexpr std::size_t kChunk = 1 << 16;
constexpr std::array<std::string_view, 8> kWords{"NaN",      "-NaN",      "nan", "-nan",
                                                 "Infinity", "-Infinity", "inf", "-inf"};
// "-Infinity". A longer run of letters is none of them wherever it is cut, nor anything else in
// JSON.
constexpr std::size_t kLongestWord = 9;

bool is_in_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-'; }

// Every word holds one of these, and hardly any text else.
bool may_hold_a_word(std::string_view text) {
  return text.find("NaN") != text.npos || text.find("nan") != text.npos ||
         text.find("nf") != text.npos;
}

}  // namespace

std::string JsonNodes::place_of(std::size_t node) const {
  std::string text;
  for (std::size_t at = 0; at != node;) {
    auto child = at + 1;
    auto index = nodes[at].handed_over;
    for (; nodes[child].end <= node; child = nodes[child].end) ++index;
    if (nodes[at].kind == Kind::kList)
      text += fmt::format("[{}]", index);
    else
      (text += text.empty() ? "" : ".") += nodes[child].key;
    at = child;
  }
  return text.empty() ? "the document" : text;
}

JsonValue JsonValue::operator[](std::string_view key) const {
  if (is(Kind::kObject))
    for (const auto member : *this)
      if (member.key() == key) return member;
  return {};
}

std::string_view JsonValue::string() const {
  if (!exists() || is(Kind::kNull)) return {};
  expect(Kind::kString);
  return node().text;
}

std::optional<double> JsonValue::number() const {
  if (!exists() || is(Kind::kNull)) return std::nullopt;
  expect(Kind::kNumber);
  return node().number;
}

std::vector<double> JsonValue::numbers() const {
  std::vector<double> numbers;
  for (const auto one : *this) {
    one.expect(Kind::kNumber);
    numbers.push_back(one.node().number);
  }
  return numbers;
}

std::int64_t JsonValue::count() const {
  // More repetitions than this are no result file; and the number must survive the conversion.
  static constexpr double kMost = 1e9;
  const double value = number().value_or(0);
  if (!(value >= 0 && value <= kMost && value == std::floor(value)))
    fail(fmt::format("expected a count, found {}", printed()));
  return static_cast<std::int64_t>(value);
}

std::string JsonValue::printed() const {
  if (!exists()) return {};
  if (is(Kind::kNull)) return "null";
  if (is(Kind::kBoolean)) return is_true() ? "true" : "false";
  return is(Kind::kNumber) ? fmt::format("{}", node().number) : node().text;
}

void JsonValue::expect(Kind kind) const {
  if (!is(kind)) fail(fmt::format("expected {}, found {}", name_of(kind), kind_name()));
}

std::string_view JsonValue::kind_name() const { return name_of(node().kind); }

void JsonValue::fail(const std::string& what) const {
  throw UsageError(fmt::format("{}: {}: {}", document_->file, document_->place_of(at_), what));
}

// Ends where no word does, but for the file's last one.
void NonFiniteFilter::read_chunk() {
  chunk_.resize(kChunk);
  source_.read(chunk_.data(), static_cast<std::streamsize>(kChunk));
  chunk_.resize(static_cast<std::size_t>(source_.gcount()));
  for (std::size_t i = 0; i <= kLongestWord && source_ && is_in_word(chunk_.back()); ++i)
    if (const auto next = source_.get(); source_) chunk_ += static_cast<char>(next);
}

void NonFiniteFilter::replace_words() {
  replaced_.clear();
  for (std::size_t at = 0; at < chunk_.size();) {
    std::string_view piece(chunk_.data() + at, 1);
    if (in_string_) {
      in_string_ = is_escaped_ || chunk_[at] != '"';
      is_escaped_ = !is_escaped_ && chunk_[at] == '\\';
    } else if (is_in_word(chunk_[at])) {
      const auto begin = chunk_.cbegin() + static_cast<std::ptrdiff_t>(at);
      piece = {begin, std::find_if_not(begin, chunk_.cend(), is_in_word)};
    } else {
      in_string_ = chunk_[at] == '"';
    }
    const bool is_number = piece.size() > 1 && std::ranges::find(kWords, piece) != kWords.end();
    replaced_ += is_number ? "null" : piece;
    at += piece.size();
  }
  chunk_.swap(replaced_);
}

NonFiniteFilter::int_type NonFiniteFilter::underflow() {
  read_chunk();
  if (chunk_.empty()) return traits_type::eof();
  if (is_escaped_ || chunk_.find('\\') != chunk_.npos || may_hold_a_word(chunk_))
    replace_words();
  else
    in_string_ ^= std::count(chunk_.begin(), chunk_.end(), '"') % 2 == 1;
  setg(chunk_.data(), chunk_.data(), chunk_.data() + chunk_.size());
  return traits_type::to_int_type(chunk_.front());
}

std::ifstream open_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw UsageError(fmt::format("{}: expected a file, found a folder", path));
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw UsageError(fmt::format("{}: cannot be read: {}", path,
                                 std::error_code(errno, std::generic_category()).message()));
  return file;
}

void read_json(std::istream& source, const std::string& file,
               const std::function<void(JsonValue)>& take,
               const std::function<void(JsonValue)>& finish) {
  NonFiniteFilter filter(source);
  std::istream filtered(&filter);
  Builder builder(file, take);
  nlohmann::json::sax_parse(filtered, &builder);
  finish(builder.root());
}

}  // namespace tickbench::results
