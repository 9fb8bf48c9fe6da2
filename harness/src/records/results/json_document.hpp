// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tickbench::results {

/// Of what is written, and of files that are held whole.
using Json = nlohmann::ordered_json;

/// A file, parsed.
struct JsonDocument {
  std::string file;  ///< names it in messages
  Json root;

  /// `benchmarks[3].real_time`, of a value in `root`.
  std::string place(const Json& value) const;
};

/// A value as its reader sees it. A missing value has neither kind nor members. What is not as
/// expected throws UsageError: "FILE: benchmarks[3].name: expected a string, found a number".
class JsonValue {
 public:
  enum class Kind { kNull, kBoolean, kNumber, kString, kObject, kList };

  JsonValue() = default;
  explicit JsonValue(const JsonDocument& document) : JsonValue(document, document.root, nullptr) {}

  bool exists() const { return value_ != nullptr; }
  bool is(Kind kind) const { return exists() && this->kind() == kind; }
  bool is_scalar() const { return exists() && !value_->is_structured(); }
  /// Of a member of an object; else empty.
  const std::string& key() const {
    static const std::string kNone;
    return key_ == nullptr ? kNone : *key_;
  }
  JsonValue operator[](std::string_view key) const;
  /// The same; throws where there are two, of which readers would take either.
  JsonValue once(std::string_view key) const;

  /// Empty where it is missing or null. The text is the document's.
  std::string_view string() const;
  std::string text() const { return std::string(string()); }
  /// Nothing where it is missing or null: a null is a number that was not finite.
  std::optional<double> number() const;
  double number_or_zero() const { return number().value_or(0); }
  /// Of something that can be counted; 0 where it is missing or null.
  std::int64_t count() const;
  /// All elements of a list, none of which may be missing.
  std::vector<double> numbers() const;
  bool is_true() const { return is(Kind::kBoolean) && value_->get<bool>(); }
  /// Any scalar as it prints; empty where it is missing.
  std::string printed() const;
  /// Throws where this is of another kind: "expected a list, found a string".
  void expect(Kind kind) const;
  /// "a list", "a string".
  std::string_view kind_name() const;
  [[noreturn]] void fail(const std::string& problem) const;

  struct Iterator {
    const JsonDocument* document;
    Json::const_iterator position;
    bool has_keys;
    JsonValue operator*() const {
      return {*document, *position, has_keys ? &position.key() : nullptr};
    }
    void operator++() { ++position; }
    bool operator==(const Iterator& rhs) const { return position == rhs.position; }
  };
  /// Over an object's members or a list's elements; over nothing for all else.
  Iterator begin() const {
    const bool has_children = exists() && value_->is_structured();
    return has_children ? Iterator{document_, value_->begin(), value_->is_object()} : end();
  }
  Iterator end() const {
    static const Json kNone = Json::array();
    return {document_, exists() ? value_->end() : kNone.end(), false};
  }

 private:
  JsonValue(const JsonDocument& document, const Json& value, const std::string* key)
      : document_(&document), value_(&value), key_(key) {}
  Kind kind() const;

  const JsonDocument* document_ = nullptr;
  const Json* value_ = nullptr;
  const std::string* key_ = nullptr;
};

/// `text` with null for each bare NaN and Infinity, which Google Benchmark writes and no JSON
/// parser accepts. Strings stay as they are, and lines keep their numbers.
std::string without_non_finite(std::string_view text);

/// Bare NaN and Infinity are nulls; an object keeps members of one name apart. Throws UsageError,
/// naming `file` and the line, where it is not JSON, or nested too deeply.
JsonDocument parse_json(std::string_view text, const std::string& file);
JsonDocument read_json(const std::string& path);

/// The whole file. Throws UsageError where it cannot be read, or is larger than `most` bytes.
std::string read_text(const std::string& path, std::size_t most = std::string::npos);

}  // namespace tickbench::results
