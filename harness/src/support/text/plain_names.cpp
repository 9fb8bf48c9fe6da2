// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "text/plain_names.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace tickbench::text {
namespace {

constexpr std::array<std::string_view, 4> kWithValue{
    "min_time:", "min_warmup_time:", "iterations:", "repeats:"};
constexpr std::array<std::string_view, 3> kTimes{"process_time", "real_time", "manual_time"};

bool is_suffix(std::string_view part) {
  return std::ranges::count(kTimes, part) > 0 ||
         std::ranges::any_of(kWithValue, [&](auto begin) { return part.starts_with(begin); });
}

/// Behind the first slash: what comes before is the function's name.
std::vector<std::string_view> parts_of(std::string_view name) {
  std::vector<std::string_view> parts;
  for (auto slash = name.find('/'); slash != name.npos; slash = name.find('/')) {
    name.remove_prefix(slash + 1);
    parts.push_back(name.substr(0, name.find('/')));
  }
  return parts;
}

}  // namespace

std::string without_suffixes(std::string_view name) {
  // They come last, in Google Benchmark's order; the number of threads comes behind them.
  auto end = name;
  std::string_view threads;
  if (const auto slash = end.rfind('/');
      slash != end.npos && end.substr(slash + 1).starts_with("threads:")) {
    threads = end.substr(slash);
    end = end.substr(0, slash);
  }
  for (auto slash = end.rfind('/'); slash != end.npos && is_suffix(end.substr(slash + 1));
       slash = end.rfind('/'))
    end = end.substr(0, slash);
  return std::string(end) + std::string(threads);
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
  return std::ranges::any_of(
      parts_of(name), [](auto part) { return part == "real_time" || part == "manual_time"; });
}

bool is_timed_by_wall(std::string_view name) {
  return has_real_time_rates(name) || std::ranges::any_of(parts_of(name), [](auto part) {
           return part.starts_with("threads:");
         });
}

std::string exact_filter(std::string_view name) {
  static constexpr std::string_view kSpecial = R"(.[\()*+?{|^$)";
  std::string filter = "^";
  for (const char c : name) {
    if (kSpecial.find(c) != kSpecial.npos) filter += '\\';
    filter += c;
  }
  return filter + '$';
}

}  // namespace tickbench::text
