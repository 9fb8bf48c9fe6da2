// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/json_fields.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tickbench/error.hpp"

namespace tickbench::html_report {
namespace {

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Outside strings JSON knows three words; the others that Google Benchmark writes become null,
/// and a sign before one is dropped.
std::string without_non_finite(const std::string& text) {
  std::string result;
  result.reserve(text.size());
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      result += c;
      if (c == '\\' && i + 1 < text.size()) result += text[++i];
      in_string = c != '"';
      continue;
    }
    in_string = c == '"';
    if (!is_word(c)) {
      result += c;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    const std::string word = text.substr(i, end - i);
    const bool is_non_finite =
        word == "NaN" || word == "nan" || word == "Infinity" || word == "inf";
    if (is_non_finite && !result.empty() && result.back() == '-') result.pop_back();
    result += is_non_finite ? "null" : word;
    i = end - 1;
  }
  return result;
}

std::string kind(const Json& json) { return json.type_name(); }

}  // namespace

Field Field::operator[](const std::string& key) const {
  static const Json kMissing;
  if (!exists()) return {kMissing, place_ + "." + key};
  require(json_->is_object(), "an object");
  const auto found = json_->find(key);
  return {found == json_->end() ? kMissing : *found, place_ + "." + key};
}

void Field::require(bool is_as_expected, const std::string& expected) const {
  if (!is_as_expected)
    throw UsageError(place_ + ": expected " + expected + ", found " + kind(*json_));
}

std::string Field::text() const {
  if (!exists()) return {};
  require(json_->is_string(), "a string");
  return json_->get<std::string>();
}

std::optional<double> Field::number() const {
  if (!exists()) return {};
  require(json_->is_number(), "a number");
  const double value = json_->get<double>();
  if (!std::isfinite(value)) return {};
  return value;
}

std::optional<bool> Field::boolean() const {
  if (!exists()) return {};
  if (json_->is_number()) return json_->get<double>() != 0;
  require(json_->is_boolean(), "true or false");
  return json_->get<bool>();
}

std::string Field::shown() const {
  if (!exists()) return {};
  if (json_->is_string()) return json_->get<std::string>();
  if (json_->is_primitive()) return json_->dump();
  return {};
}

Json parse_json_file(const std::string& path) {
  if (std::filesystem::is_directory(path))
    throw UsageError(path + ": expected a file, found a folder");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UsageError(path + ": expected a file that can be read, found none");
  std::ostringstream text;
  text << file.rdbuf();
  if (text.str().empty()) throw UsageError(path + ": expected JSON, found an empty file");
  try {
    return Json::parse(without_non_finite(text.str()));
  } catch (const Json::exception& error) {
    throw UsageError(path + ": expected a whole JSON document, found: " + error.what());
  }
}

}  // namespace tickbench::html_report
