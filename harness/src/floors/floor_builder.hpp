// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "floors/patterns.hpp"
#include "floors/text_position.hpp"
#include "tickbench/floor.hpp"

namespace tickbench::floors {

/// The text of a floor file, and how its faults are reported.
class Source {
 public:
  Source(std::string_view text, const std::string& name)
      : text_(text), name_(&name), positions_(text) {}

  std::string_view text() const noexcept { return text_; }
  TextPosition position(std::size_t offset) noexcept { return positions_.of(offset); }
  /// Throws FloorFileError.
  [[noreturn]] void fail(std::size_t offset, const std::string& message);

 private:
  std::string_view text_;
  const std::string* name_;
  Positions positions_;
};

/// A scalar of the file, and where it began.
struct Value {
  enum class Kind { kString, kNumber, kOther } kind = Kind::kOther;
  std::size_t offset = 0;
  std::string text;   ///< of a string, decoded
  double number = 0;  ///< of a number
  std::string shown;  ///< for messages
};

/// The members of one floor, in the order of the file, checked when all of them are known.
class FloorBuilder {
 public:
  FloorBuilder(Source& source, PatternCache& cache, std::size_t offset)
      : source_(&source), cache_(&cache), offset_(offset) {}

  /// Throws for a name that is none of a floor's members, and for one given twice.
  void key(std::string name, std::size_t offset);
  /// The value of the last key. Throws where it is of the wrong kind.
  void value(Value value);
  /// What the last key's value has to be, for messages.
  std::string_view expected() const;
  Floor finish();

 private:
  struct Member {
    std::size_t offset = 0;  ///< of the key
    Value value;
  };
  const Member* find(std::string_view name) const;
  const Value& require(std::string_view name) const;
  std::string_view metric(const Value& value) const;
  void take_metric(Floor& floor) const;
  void take_bound(Floor& floor) const;
  void take_tolerance(Floor& floor) const;
  const re2::RE2& pattern(std::string_view member) const;

  Source* source_;
  PatternCache* cache_;
  std::size_t offset_;
  std::string last_key_;
  std::map<std::string, Member, std::less<>> members_;
};

}  // namespace tickbench::floors
