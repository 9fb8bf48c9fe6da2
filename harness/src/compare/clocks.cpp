// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "compare/compare.hpp"
#include "text/wording.hpp"
#include "tickbench/statistics.hpp"

namespace tickbench::compare {
namespace {

using results::ResultFile;

std::string clock_text(const char* what, double before, double now) {
  if (before <= 0 || now <= 0 || std::abs(now / before - 1) <= kClockEffect) return {};
  return fmt::format("{}: {} before, {} now", what, text::quantity(before, "Hz"),
                     text::quantity(now, "Hz"));
}

/// One kernel of one device's canary on one side: all that its runs say.
struct CanarySide {
  std::vector<double> times;
  double low = std::numeric_limits<double>::infinity(), high = 0;

  void add(const results::CanaryFigure& figure) {
    for (const auto& end : figure.ends) {
      times.push_back(end.value);
      low = std::min(low, end.interval->low);
      high = std::max(high, end.interval->high);
    }
  }
};

const results::CanaryFigure* figure_in(const ResultFile& file, const results::Device& device,
                                       const results::CanaryFigure& like) {
  const auto same = std::ranges::find_if(file.devices, [&](const results::Device& other) {
    return other.id == device.id && other.name == device.name;
  });
  if (same == file.devices.end()) return nullptr;
  const auto found = std::ranges::find(same->canary, like.kernel, &results::CanaryFigure::kernel);
  return found != same->canary.end() && found->amount == like.amount ? &*found : nullptr;
}

CanarySide side_of(std::span<const ResultFile> files, const results::Device& device,
                   const results::CanaryFigure& like) {
  CanarySide side;
  for (const auto& file : files)
    if (const auto* figure = figure_in(file, device, like)) side.add(*figure);
  return side;
}

std::string canary_note(std::span<const ResultFile> old_files,
                        std::span<const ResultFile> new_files, const results::Device& device,
                        double effect) {
  std::vector<std::string> ratios;
  bool has_moved = false, is_unclear = false;
  for (const auto& figure : device.canary) {
    const auto before = side_of(old_files, device, figure);
    const auto now = side_of(new_files, device, figure);
    if (before.times.empty() || now.times.empty()) continue;
    const double ratio = median(now.times) / median(before.times);
    const bool overlaps = before.low <= now.high && now.low <= before.high;
    const bool differs = std::abs(ratio - 1) > effect;
    has_moved |= differs && !overlaps;
    is_unclear |= differs && overlaps;
    ratios.push_back(fmt::format("{} {:.4f}", figure.kernel, ratio));
  }
  if (ratios.empty()) return {};
  const auto where = fmt::format("{} ({})", device.id, device.name);
  const auto figures = fmt::format("new/old: {}", fmt::join(ratios, ", "));
  if (has_moved)
    return fmt::format(
        "The machine moved: the canary of {} did between the sides ({}), and a difference of that "
        "size need not be the code's.",
        where, figures);
  if (is_unclear)
    return fmt::format(
        "Whether the machine moved is unclear: the canary of {} varies within a side by as much as "
        "between the sides ({}).",
        where, figures);
  return fmt::format(
      "The machine stood still: the canary of {} did not move between the sides ({}).", where,
      figures);
}

}  // namespace

std::optional<double> ratio_in_cycles(const Row& row, const std::string& metric) {
  const auto* info = metrics::find_metric(metric);
  if (info == nullptr || !row.ratio || row.old_clocks.core <= 0 || row.new_clocks.core <= 0)
    return std::nullopt;
  const double clocks = row.new_clocks.core / row.old_clocks.core;
  if (info->kind == metrics::MetricKind::kDeviceMedian) return row.ratio->estimate * clocks;
  if (info->kind == metrics::MetricKind::kRate) return row.ratio->estimate / clocks;
  return std::nullopt;
}

std::string clocks_text(const Row& row, const std::string& metric) {
  auto text = clock_text("device clock", row.old_clocks.core, row.new_clocks.core);
  if (const auto cycles = ratio_in_cycles(row, metric); cycles && !text.empty())
    text += fmt::format(" (in cycles new/old is {:.4f})", *cycles);
  const auto memory = clock_text("memory clock", row.old_clocks.memory, row.new_clocks.memory);
  return text + (text.empty() || memory.empty() ? "" : "; ") + memory;
}

std::vector<std::string> canary_notes(std::span<const ResultFile> old_files,
                                      std::span<const ResultFile> new_files, double effect) {
  std::vector<std::string> notes;
  if (old_files.empty()) return notes;
  for (const auto& device : old_files.front().devices)
    if (auto note = canary_note(old_files, new_files, device, effect); !note.empty())
      notes.push_back(std::move(note));
  return notes;
}

}  // namespace tickbench::compare
