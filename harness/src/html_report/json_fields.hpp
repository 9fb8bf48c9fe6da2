// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace tickbench::html_report {

using Json = nlohmann::ordered_json;

/// A JSON value and where it stands, so that every error can say so. Missing members and null are
/// the same: nothing.
///
///     Field root(json, "old.json");
///     root["context"]["tickbench"]["commit"].text();   // "" where any of them is missing
class Field {
 public:
  Field(const Json& json, std::string place) : json_(&json), place_(std::move(place)) {}

  Field operator[](const std::string& key) const;
  bool exists() const { return json_ != nullptr && !json_->is_null(); }
  const std::string& place() const { return place_; }

  /// These throw UsageError where the value is there, and of another kind.
  std::string text() const;              ///< "" where missing
  std::optional<double> number() const;  ///< nothing where missing or not finite
  std::optional<bool> boolean() const;

  /// Text, number or boolean, as text; "" for anything else.
  std::string shown() const;

  /// Calls `visit` for each member (key, Field) or element (index, Field).
  template <class Visit>
  void members(Visit visit) const {
    if (!exists()) return;
    require(json_->is_object(), "an object");
    for (const auto& [key, value] : json_->items()) visit(key, Field(value, place_ + "." + key));
  }
  template <class Visit>
  void elements(Visit visit) const {
    if (!exists()) return;
    require(json_->is_array(), "an array");
    for (std::size_t i = 0; i < json_->size(); ++i)
      visit(Field((*json_)[i], place_ + "[" + std::to_string(i) + "]"));
  }
  void require(bool is_as_expected, const std::string& expected) const;

 private:
  const Json* json_;  ///< null: missing
  std::string place_;
};

/// Throws UsageError naming the file and the place where it is not JSON. Bare NaN and Infinity,
/// which Google Benchmark writes, read as null.
Json parse_json_file(const std::string& path);

}  // namespace tickbench::html_report
