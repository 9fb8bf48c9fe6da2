// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/format.hpp"

#include <array>
#include <cmath>
#include <cstdio>

#include "compare/percent.hpp"

namespace tickbench::compare {

namespace {

std::string printed(const char* format, double value) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, value);
  return buffer.data();
}

struct Prefix {
  double factor;
  const char* text;
};
constexpr std::array<Prefix, 9> kPrefixes{{{1e12, "T"},
                                           {1e9, "G"},
                                           {1e6, "M"},
                                           {1e3, "k"},
                                           {1, ""},
                                           {1e-3, "m"},
                                           {1e-6, "u"},
                                           {1e-9, "n"},
                                           {1e-12, "p"}}};

std::string with_prefix(double value, const char* unit, double largest) {
  for (const auto& prefix : kPrefixes)
    if (prefix.factor <= largest && (value >= prefix.factor || prefix.factor == 1e-12))
      return printed("%.4g ", value / prefix.factor) + prefix.text + unit;
  return printed("%.4g ", value) + unit;
}

}  // namespace

std::string percent(double fraction) { return printed("%.4g %%", fraction * 100); }

std::string quantity(std::string_view metric, double value) {
  if (metric.ends_with("time") || metric == "launch_overhead") return with_prefix(value, "s", 1);
  if (metric == "bytes_per_second") return with_prefix(value, "B/s", 1e12);
  if (metric == "flops_per_second") return with_prefix(value, "FLOP/s", 1e12);
  if (metric == "items_per_second") return with_prefix(value, "/s", 1e12);
  return printed("%.4g", value);
}

std::string value_text(std::string_view metric, const std::optional<double>& value) {
  return value ? quantity(metric, *value) : "-";
}

std::string ratio_text(const Row& row) {
  return row.ratio ? printed("%.4f", row.ratio->estimate) : "-";
}

std::string interval_text(const Row& row) {
  if (!row.ratio || !std::isfinite(row.ratio->interval.high)) return "-";
  return "[" + printed("%.4f", row.ratio->interval.low) + ", " +
         printed("%.4f", row.ratio->interval.high) + "]";
}

std::string source_text(const Row& row) {
  if (!row.ratio) return "-";
  auto text = std::string(to_string(row.source));
  if (row.source == Source::kPairs) text += " (" + std::to_string(row.old_runs) + ")";
  if (row.source == Source::kRuns)
    text += " (" + std::to_string(row.old_runs) + ", " + std::to_string(row.new_runs) + ")";
  return text;
}

namespace {

std::string with_differences(std::string text, const Row& row) {
  for (const auto& difference : row.differences) text += (text.empty() ? "" : "; ") + difference;
  return text;
}

}  // namespace

std::string remark(const Row& row) { return with_differences(row.reason, row); }

std::string remark_beside_notes(const Row& row) {
  return with_differences(row.is_noted ? std::string() : row.reason, row);
}

std::string summary(const Comparison& comparison) {
  std::string text;
  for (const auto verdict : {Verdict::kSlower, Verdict::kFaster, Verdict::kSame, Verdict::kUnclear,
                             Verdict::kMissing, Verdict::kNew, Verdict::kNotComparable}) {
    const auto count = comparison.count(verdict);
    if (count == 0) continue;
    text +=
        (text.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(to_string(verdict));
  }
  return text.empty() ? "no benchmarks" : text;
}

}  // namespace tickbench::compare
