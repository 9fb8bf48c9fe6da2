// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "text/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tickbench::text {
namespace {

/// Levenshtein's distance, by rows.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row.back();
}

// Two letters that changed places.
constexpr std::size_t kSlip = 2;

}  // namespace

std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates,
                                 std::size_t count) {
  std::vector<std::pair<std::size_t, const std::string*>> ranked;
  for (const auto& candidate : candidates) {
    const bool contains = !word.empty() && candidate.find(word) != std::string::npos;
    const std::size_t distance = contains ? 0 : edit_distance(word, candidate);
    // More than a third of the letters wrong is another word, not a slip of the finger.
    const std::size_t longer = std::max(word.size(), candidate.size());
    if (distance <= std::max(kSlip, longer / 3) && 2 * distance <= longer)
      ranked.emplace_back(distance, &candidate);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  if (ranked.size() > count) ranked.resize(count);
  std::vector<std::string> result;
  result.reserve(ranked.size());
  for (const auto& [distance, candidate] : ranked) result.push_back(*candidate);
  return result;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  std::string result;
  for (const auto& candidate : nearest(word, candidates))
    result += (result.empty() ? "; did you mean " : ", ") + candidate;
  return result.empty() ? result : result + "?";
}

}  // namespace tickbench::text
