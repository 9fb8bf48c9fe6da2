// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "text/plain_names.hpp"

#include <re2/re2.h>

#include <map>

namespace tickbench::text {

std::string without_suffixes(std::string_view name) {
  // They come last, in Google Benchmark's order; the number of threads comes behind them.
  static const RE2 kParts(R"((?s)(.*?)(?:/(?:(?:min_time|min_warmup_time|iterations|repeats):[^/]*)"
                          R"(|(?:process|real|manual)_time))*(/threads:[^/]*)?)",
                          RE2::Latin1);
  std::string benchmark, threads;
  RE2::FullMatch(re2::StringPiece(name.data(), name.size()), kParts, &benchmark, &threads);
  return benchmark + threads;
}

std::vector<std::string> plain_ids(const std::vector<std::string>& names) {
  std::map<std::string, std::size_t> count;
  for (const auto& name : names) ++count[without_suffixes(name)];
  std::vector<std::string> ids;
  for (const auto& name : names) {
    const auto id = without_suffixes(name);
    ids.push_back(count.at(id) == 1 && !id.empty() ? id : name);
  }
  return ids;
}

bool has_real_time_rates(std::string_view name) {
  static const RE2 kRealTime("/(?:real|manual)_time(?:/|$)");
  return RE2::PartialMatch(re2::StringPiece(name.data(), name.size()), kRealTime);
}

bool is_timed_by_wall(std::string_view name) {
  return has_real_time_rates(name) || name.find("/threads:") != name.npos;
}

std::string exact_filter(std::string_view name) {
  static const RE2 kSpecial(R"([.[\\()*+?{|^$])", RE2::Latin1);
  std::string escaped(name);
  RE2::GlobalReplace(&escaped, kSpecial, R"(\\\0)");
  return '^' + escaped + '$';
}

}  // namespace tickbench::text
