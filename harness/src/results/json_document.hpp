// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <istream>
#include <limits>
#include <optional>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

namespace tickbench::results {

/// One value of a document, and all that is in it: its values follow it, each with its own.
struct JsonNode {
  enum class Kind { kNull, kBoolean, kNumber, kString, kObject, kList };
  static constexpr std::size_t kOpen = std::numeric_limits<std::size_t>::max();

  Kind kind = Kind::kNull;
  std::string key;   ///< of a member of an object
  std::string text;  ///< of a string
  double number = 0;
  std::size_t end = kOpen;      ///< the first node behind it
  std::size_t handed_over = 0;  ///< elements of this list that are no longer here
};

struct JsonNodes {
  std::string file;             ///< names it in messages
  std::vector<JsonNode> nodes;  ///< never shrinks: its strings' memory is used again
  std::size_t size = 0;

  /// `benchmarks[3].real_time`
  std::string place_of(std::size_t node) const;
};

/// A value as its reader sees it. What is missing has no kind, no members, and the value that
/// stands for none. All else that is not as expected throws UsageError: "FILE: benchmarks[3].name:
/// expected a string, found a number".
class JsonValue {
 public:
  using Kind = JsonNode::Kind;

  JsonValue() = default;
  JsonValue(const JsonNodes& document, std::size_t node) : document_(&document), at_(node) {}

  bool exists() const { return document_ != nullptr; }
  bool is(Kind kind) const { return exists() && node().kind == kind; }
  bool is_scalar() const { return exists() && !is(Kind::kObject) && !is(Kind::kList); }
  const std::string& key() const { return node().key; }
  JsonValue operator[](std::string_view key) const;

  /// Empty where it is missing or null. The text is the document's.
  std::string_view string() const;
  /// Nothing where it is missing or null: a null is a number that was not finite.
  std::optional<double> number() const;
  /// Of something that can be counted; 0 where it is missing or null.
  std::int64_t count() const;
  /// All elements of a list, none of which may be missing.
  std::vector<double> numbers() const;
  bool is_true() const { return is(Kind::kBoolean) && node().number != 0; }
  /// Any scalar as it prints; empty where it is missing.
  std::string printed() const;
  /// Throws where this is of another kind: "expected a list, found a string".
  void expect(Kind kind) const;
  /// "a list", "a string".
  std::string_view kind_name() const;
  [[noreturn]] void fail(const std::string& what) const;

  struct Iterator {
    const JsonNodes* document;
    std::size_t at;
    JsonValue operator*() const { return {*document, at}; }
    void operator++() { at = document->nodes[at].end; }
    bool operator==(const Iterator& other) const { return at == other.at; }
  };
  /// Over an object's members or a list's elements; none of all else.
  Iterator begin() const { return {document_, at_ + 1}; }
  Iterator end() const { return {document_, exists() ? node().end : at_ + 1}; }

 private:
  const JsonNode& node() const { return document_->nodes[at_]; }

  const JsonNodes* document_ = nullptr;
  std::size_t at_ = 0;
};

/// Passes JSON on, with each bare NaN, Infinity and their negatives turned into null.
///
/// Google Benchmark writes them where a standard deviation is divided by zero, and no JSON parser
/// accepts them. Inside strings nothing is touched, and lines keep their numbers. What holds no
/// such word, nearly all of any file, is handed on without being copied.
class NonFiniteFilter : public std::streambuf {
 public:
  explicit NonFiniteFilter(std::istream& source) : source_(source) {}

 protected:
  int_type underflow() override;

 private:
  void read_chunk();
  void replace_words();

  std::istream& source_;
  std::string chunk_, replaced_;
  bool in_string_ = false;
  bool is_escaped_ = false;
};

/// Parses a document without ever holding all of it: each element of the list `benchmarks` goes to
/// `take` as soon as it is whole and is dropped, as are the elements of other lists at the top.
/// What is left goes to `finish`. Bare NaN and Infinity are nulls. Throws UsageError naming `file`
/// and the line where the document is not JSON.
void read_json(std::istream& source, const std::string& file,
               const std::function<void(JsonValue)>& take,
               const std::function<void(JsonValue)>& finish);

/// For reading. Throws UsageError with the system's reason where that fails.
std::ifstream open_file(const std::string& path);

}  // namespace tickbench::results
