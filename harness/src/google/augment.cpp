// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "google/augment.hpp"

#include <cctype>

#include "text/wording.hpp"

namespace tickbench::google {
namespace {

/// The length of a NaN or Infinity at the beginning of `text`, sign included; 0: none.
std::size_t non_finite_length(std::string_view text) {
  const std::size_t sign = !text.empty() && text.front() == '-' ? 1 : 0;
  std::size_t end = sign;
  while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])) != 0) ++end;
  const auto word = text::lower(text.substr(sign, end - sign));
  return word == "nan" || word == "infinity" || word == "inf" ? end : 0;
}

}  // namespace

std::string without_non_finite(std::string_view json) {
  std::string result;
  result.reserve(json.size());
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_string && c == '\\' && i + 1 < json.size()) {
      result += c;
      result += json[++i];
      continue;
    }
    if (c == '"') in_string = !in_string;
    const std::size_t length = in_string ? 0 : non_finite_length(json.substr(i));
    if (length == 0) {
      result += c;
    } else {
      result += "null";
      i += length - 1;
    }
  }
  return result;
}

std::string augment(std::string_view json, const std::vector<EntryKey>& keys,
                    const results::Json& context,
                    const std::function<results::Json(const EntryKey&)>& entry) {
  results::Json document = results::Json::parse(without_non_finite(json));
  document["context"]["tickbench"] = context;
  auto& benchmarks = document["benchmarks"];
  for (std::size_t i = 0; i < keys.size() && i < benchmarks.size(); ++i)
    benchmarks[i]["tickbench"] = entry(keys[i]);
  // A byte that is not UTF-8 (a build log's, say) must not cost the whole file.
  return document.dump(2, ' ', false, results::Json::error_handler_t::replace) + "\n";
}

}  // namespace tickbench::google
