// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare/clocks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "compare/sides.hpp"
#include "statistics/statistics.hpp"
#include "text/wording.hpp"

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
      low = std::min(low, end.interval.low);
      high = std::max(high, end.interval.high);
    }
  }
  /// 1 where the highest is twice the lowest.
  double range() const {
    return low > 0 ? high / low - 1 : std::numeric_limits<double>::infinity();
  }
};

struct CanaryKernel {
  std::string_view name;
  double amount = 0;
  CanarySide before{}, now{};
};

struct CanaryDevice {
  std::string_view id, name, machine;
  std::vector<CanaryKernel> kernels{};

  CanaryKernel& kernel(const results::CanaryFigure& like) {
    const auto found = std::ranges::find_if(kernels, [&](const CanaryKernel& kernel) {
      return kernel.name == like.kernel && kernel.amount == like.amount;
    });
    return found != kernels.end() ? *found
                                  : kernels.emplace_back(CanaryKernel{like.kernel, like.amount});
  }
};

/// Those of all files, in their order: a file need not have a device, nor a device its canary.
class CanaryDevices {
 public:
  void add(std::span<const ResultFile> files, bool has_machines, CanarySide CanaryKernel::*side) {
    for (const auto& file : files)
      for (const auto& device : file.devices)
        for (const auto& figure : device.canary) {
          auto& into =
              at({device.id, device.name, has_machines ? file.context.host : std::string_view()});
          (into.kernel(figure).*side).add(figure);
        }
  }
  const std::vector<CanaryDevice>& all() const noexcept { return devices_; }

 private:
  CanaryDevice& at(CanaryDevice like) {
    const auto found = std::ranges::find_if(devices_, [&](const CanaryDevice& device) {
      return device.id == like.id && device.name == like.name && device.machine == like.machine;
    });
    return found != devices_.end() ? *found : devices_.emplace_back(std::move(like));
  }

  std::vector<CanaryDevice> devices_;
};

/// It moved where a kernel did by more than the effect, and nothing within a side reaches as far.
/// It stood still where no kernel did, and none ranges further within a side either.
std::string canary_note(const CanaryDevice& device, double effect) {
  std::vector<std::string> ratios;
  bool has_moved = false, is_unclear = false;
  double range = 0;
  for (const auto& kernel : device.kernels) {
    const auto &before = kernel.before, &now = kernel.now;
    if (before.times.empty() || now.times.empty()) continue;
    const double ratio = median(now.times) / median(before.times);
    const bool overlaps = before.low <= now.high && now.low <= before.high;
    const bool differs = std::abs(ratio - 1) > effect;
    range = std::max({range, before.range(), now.range()});
    has_moved |= differs && !overlaps;
    is_unclear |= differs && overlaps;
    ratios.push_back(fmt::format("{} {:.4f}", kernel.name, ratio));
  }
  if (ratios.empty()) return {};
  const auto where = fmt::format("{} ({}){}{}", device.id, device.name,
                                 device.machine.empty() ? "" : " of ", device.machine);
  const auto figures = fmt::format("new/old: {}", fmt::join(ratios, ", "));
  if (has_moved)
    return fmt::format(
        "The machine moved: the canary of {} did between the sides ({}), and a difference of that "
        "size need not be the code's.",
        where, figures);
  if (is_unclear || range > effect)
    return fmt::format(
        "Whether the machine moved is unclear: the canary of {} varies by up to {:.1f} % within a "
        "side ({}).",
        where, 100 * range, figures);
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
  if (info->kind == metrics::MetricKind::kDeviceMedian) return row.ratio->value * clocks;
  if (info->kind == metrics::MetricKind::kRate) return row.ratio->value / clocks;
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
  const bool has_machines = are_by_machine(old_files, new_files);
  CanaryDevices devices;
  devices.add(old_files, has_machines, &CanaryKernel::before);
  devices.add(new_files, has_machines, &CanaryKernel::now);
  std::vector<std::string> notes;
  for (const auto& device : devices.all())
    if (auto note = canary_note(device, effect); !note.empty()) notes.push_back(std::move(note));
  return notes;
}

}  // namespace tickbench::compare
