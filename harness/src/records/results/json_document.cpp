// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/json_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/enumerator_name.hpp"
#include "tickbench/error.hpp"

namespace tickbench::results {
namespace {

using Kind = JsonValue::Kind;

std::string_view name_of(Kind kind) {
  return enumerator_name<Kind::kList>(
      kind, {"null", "true or false", "a number", "a string", "an object", "a list"});
}

// Far beyond any result file (7), and far below what exhausts memory.
constexpr std::size_t kDeepest = 64;

/// Builds the tree. Unlike nlohmann's own builder it keeps members of one name apart, looks for no
/// earlier member of a name, and knows the place of an error.
class Builder final : public nlohmann::json_sax<Json> {
 public:
  explicit Builder(JsonDocument& document) : document_(document) {}

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }  // JSON text has none
  bool key(string_t& value) override {
    key_ = std::move(value);
    return true;
  }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t, const std::string&,
                   const nlohmann::detail::exception& error) override {
    if (!key_.empty()) add(nullptr);
    throw UsageError(fmt::format("{}: expected a whole JSON document, found, at {}: {}",
                                 document_.file, document_.place(*last_), error.what()));
  }

 private:
  bool add(Json value) {
    if (open_.empty())
      last_ = &(document_.root = std::move(value));
    else if (open_.back()->is_array())
      last_ = &open_.back()->emplace_back(std::move(value));
    else
      last_ = &open_.back()
                   ->get_ref<Json::object_t&>()
                   .emplace_back(std::exchange(key_, {}), std::move(value))
                   .second;
    return true;
  }

  bool open(Json container) {
    add(std::move(container));
    if (open_.size() >= kDeepest)
      throw UsageError(fmt::format("{}: {}: expected at most {} levels, found more", document_.file,
                                   document_.place(*last_), kDeepest));
    open_.push_back(last_);
    return true;
  }

  bool close() {
    last_ = open_.back();
    open_.pop_back();
    return true;
  }

  JsonDocument& document_;
  std::vector<Json*> open_;  // a container does not move while it is open
  Json* last_ = &document_.root;
  std::string key_;  // of the value that comes next
};

/// Writes the place of `value` below `from`. Returns whether it is there.
bool find_place(const Json& from, const Json& value, std::string& place) {
  if (&from == &value) return true;
  const auto size = place.size();
  for (auto child = from.begin(); from.is_structured() && child != from.end(); ++child) {
    if (from.is_array())
      place += fmt::format("[{}]", child - from.begin());
    else
      (place += place.empty() ? "" : ".") += child.key();
    if (find_place(*child, value, place)) return true;
    place.resize(size);
  }
  return false;
}

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

std::string JsonDocument::place(const Json& value) const {
  std::string text;
  find_place(root, value, text);
  return text.empty() ? "the document" : text;
}

Kind JsonValue::kind() const {
  if (value_->is_null()) return Kind::kNull;
  if (value_->is_boolean()) return Kind::kBoolean;
  if (value_->is_number()) return Kind::kNumber;
  if (value_->is_string()) return Kind::kString;
  return value_->is_object() ? Kind::kObject : Kind::kList;
}

const std::string& JsonValue::key() const {
  static const std::string kNone;
  return key_ == nullptr ? kNone : *key_;
}

JsonValue JsonValue::operator[](std::string_view key) const {
  if (is(Kind::kObject))
    for (const auto member : *this)
      if (member.key() == key) return member;
  return {};
}

JsonValue JsonValue::once(std::string_view key) const {
  JsonValue found;
  if (!is(Kind::kObject)) return found;
  for (const auto member : *this) {
    if (member.key() != key) continue;
    if (found.exists()) member.fail("expected this member once, found a second");
    found = member;
  }
  return found;
}

std::string_view JsonValue::string() const {
  if (!exists() || is(Kind::kNull)) return {};
  expect(Kind::kString);
  return value_->get_ref<const std::string&>();
}

std::optional<double> JsonValue::number() const {
  if (!exists() || is(Kind::kNull)) return std::nullopt;
  expect(Kind::kNumber);
  return value_->get<double>();
}

std::vector<double> JsonValue::numbers() const {
  std::vector<double> numbers;
  for (const auto element : *this) {
    element.expect(Kind::kNumber);
    numbers.push_back(element.value_->get<double>());
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
  if (!is_scalar()) return {};
  if (is(Kind::kNull)) return "null";
  if (is(Kind::kBoolean)) return is_true() ? "true" : "false";
  return is(Kind::kNumber) ? fmt::format("{}", value_->get<double>())
                           : value_->get_ref<const std::string&>();
}

void JsonValue::expect(Kind kind) const {
  if (!is(kind)) fail(fmt::format("expected {}, found {}", name_of(kind), kind_name()));
}

std::string_view JsonValue::kind_name() const { return name_of(kind()); }

void JsonValue::fail(const std::string& problem) const {
  throw UsageError(fmt::format("{}: {}: {}", document_->file, document_->place(*value_), problem));
}

JsonValue::Iterator JsonValue::begin() const {
  const bool has_children = exists() && value_->is_structured();
  return has_children ? Iterator{document_, value_->begin(), value_->is_object()} : end();
}

JsonValue::Iterator JsonValue::end() const {
  static const Json kNone = Json::array();
  return {document_, exists() ? value_->end() : kNone.end(), false};
}

// Ends where no word does, but for the file's last one.
void NonFiniteFilter::read_chunk() {
  chunk_.resize(kChunk);
  source_.read(chunk_.data(), static_cast<std::streamsize>(kChunk));
  chunk_.resize(static_cast<std::size_t>(source_.gcount()));
  std::ranges::replace(chunk_, '\0', '\1');  // as in read_text
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

std::string read_text(const std::string& path, std::size_t most) {
  auto file = open_file(path);
  std::string text;
  while (file && text.size() <= most) {
    const auto begin = text.size();
    text.resize(begin + kChunk);
    file.read(text.data() + begin, static_cast<std::streamsize>(kChunk));
    text.resize(begin + static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) throw UsageError(fmt::format("{}: cannot be read", path));
  if (text.size() > most)
    throw UsageError(fmt::format("{}: expected at most {} bytes, found more", path, most));
  std::ranges::replace(text, '\0', '\1');
  return text;
}

JsonDocument read_json(std::istream& source, const std::string& file) {
  JsonDocument document{file, {}};
  NonFiniteFilter filter(source);
  std::istream filtered(&filter);
  Builder builder(document);
  Json::sax_parse(filtered, &builder);
  return document;
}

JsonDocument read_json(const std::string& path) {
  auto source = open_file(path);
  return read_json(source, path);
}

}  // namespace tickbench::results
