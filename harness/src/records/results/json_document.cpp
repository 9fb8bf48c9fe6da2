// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/json_document.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "base/enumerator_name.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"
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
    // nlohmann quotes all that it read last.
    static constexpr std::size_t kMost = 400, kEnd = 100;
    throw UsageError(fmt::format("{}: expected a whole JSON document, found, at {}: {}",
                                 document_.file, document_.place(*last_),
                                 text::shortened(text::visible(error.what()), kMost, kEnd)));
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

bool is_in_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-'; }

}  // namespace

std::string JsonDocument::place(const Json& value) const {
  std::string text;
  find_place(root, value, text);
  return text.empty() ? "the document" : text::shortened(text::visible(text), 160, 40);
}

Kind JsonValue::kind() const {
  if (value_->is_null()) return Kind::kNull;
  if (value_->is_boolean()) return Kind::kBoolean;
  if (value_->is_number()) return Kind::kNumber;
  if (value_->is_string()) return Kind::kString;
  return value_->is_object() ? Kind::kObject : Kind::kList;
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
    numbers.push_back(element.number_or_zero());
  }
  return numbers;
}

std::int64_t JsonValue::count() const {
  // More repetitions than this are no result file; and the number must survive the conversion.
  static constexpr double kMost = 1e9;
  const double value = number_or_zero();
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

std::string without_non_finite(std::string_view text) {
  static constexpr std::array<std::string_view, 8> kWords{"NaN",      "-NaN",      "nan", "-nan",
                                                          "Infinity", "-Infinity", "inf", "-inf"};
  std::string result;
  result.reserve(text.size());
  for (std::size_t begin = 0; begin < text.size();) {
    auto end = begin + 1;
    if (text[begin] == '"') {
      while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2U : 1U;
      ++end;
    } else if (is_in_word(text[begin])) {
      while (end < text.size() && is_in_word(text[end])) ++end;
    }
    const auto piece = text.substr(begin, end - begin);
    result += std::ranges::find(kWords, piece) != kWords.end() ? "null" : piece;
    begin += piece.size();
  }
  return result;
}

std::string read_text(const std::string& path, std::size_t most) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw UsageError(fmt::format("{}: expected a file, found a folder", path));
  static constexpr std::size_t kChunk = 1 << 16;
  std::string text;
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  while (file && text.size() <= most) {
    const auto begin = text.size();
    text.resize(begin + kChunk);
    file.read(text.data() + begin, static_cast<std::streamsize>(kChunk));
    text.resize(begin + static_cast<std::size_t>(file.gcount()));
  }
  if (!file.is_open() || file.bad())
    throw UsageError(
        fmt::format("{}: cannot be read: {}", path, std::generic_category().message(errno)));
  if (text.size() > most)
    throw UsageError(fmt::format("{}: expected at most {} bytes, found more", path, most));
  return text;
}

JsonDocument parse_json(std::string_view text, const std::string& file) {
  JsonDocument document{file, {}};
  Builder builder(document);
  auto finite = without_non_finite(text);
  // A byte of zero would end the document for the parser. No JSON text has U+0001.
  std::ranges::replace(finite, '\0', '\1');
  Json::sax_parse(finite, &builder);
  return document;
}

JsonDocument read_json(const std::string& path) { return parse_json(read_text(path), path); }

}  // namespace tickbench::results
