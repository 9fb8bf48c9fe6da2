// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/benchmark_name.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

namespace tickbench::html_report {
namespace {

struct Argument {
  std::string text;  ///< as it stands in the id: "1024", "n:1024"
  double value = 0;
};

struct Pieces {
  std::vector<std::string> words;
  std::vector<Argument> arguments;
};

std::optional<double> number_in(std::string_view segment) {
  if (const auto colon = segment.rfind(':'); colon != std::string_view::npos)
    segment.remove_prefix(colon + 1);
  double value = 0;
  const auto* end = segment.data() + segment.size();
  const auto [stop, error] = std::from_chars(segment.data(), end, value);
  if (segment.empty() || error != std::errc() || stop != end || !std::isfinite(value)) return {};
  return value;
}

Pieces split(const Benchmark& benchmark) {
  Pieces pieces;
  const std::string& id = benchmark.id;
  std::size_t begin = 0;
  if (!benchmark.backend.empty() && id.starts_with(benchmark.backend + "/"))
    begin = benchmark.backend.size() + 1;
  while (begin <= id.size()) {
    const auto end = std::min(id.find('/', begin), id.size());
    const std::string segment = id.substr(begin, end - begin);
    if (const auto value = number_in(segment); value && !pieces.words.empty())
      pieces.arguments.push_back({segment, *value});
    else
      pieces.words.push_back(segment);
    begin = end + 1;
  }
  return pieces;
}

std::string joined(const std::vector<std::string>& words, std::size_t first) {
  std::string result;
  for (std::size_t i = first; i < words.size(); ++i) result += (i == first ? "" : "/") + words[i];
  return result;
}

using Values = std::map<std::string, std::vector<std::set<double>>>;  // words -> per argument

std::size_t size_argument(const std::vector<std::set<double>>& values) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < values.size(); ++i)
    if (values[i].size() >= values[best].size()) best = i;
  return best;
}

}  // namespace

std::vector<BenchmarkName> take_apart(const std::vector<const Benchmark*>& benchmarks) {
  std::vector<Pieces> all;
  Values values;
  for (const auto* benchmark : benchmarks) {
    all.push_back(split(*benchmark));
    auto& seen = values[joined(all.back().words, 0)];
    const auto& arguments = all.back().arguments;
    if (seen.size() < arguments.size()) seen.resize(arguments.size());
    for (std::size_t i = 0; i < arguments.size(); ++i) seen[i].insert(arguments[i].value);
  }
  std::vector<BenchmarkName> names;
  for (auto& pieces : all) {
    BenchmarkName name{pieces.words.front(), {}, {}};
    const auto size = size_argument(values[joined(pieces.words, 0)]);
    for (std::size_t i = 0; i < pieces.arguments.size(); ++i) {
      if (i == size)
        name.size = pieces.arguments[i].value;
      else
        pieces.words.push_back(pieces.arguments[i].text);
    }
    name.variant = joined(pieces.words, 1);
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace tickbench::html_report
