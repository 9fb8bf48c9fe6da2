// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "conditions/conditions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>
#include <sys/utsname.h>

#include <algorithm>
#include <fstream>

#include "text/wording.hpp"

namespace tickbench::conditions {
namespace {

std::string percent(double fraction) { return fmt::format("{:.0f} %", 100 * fraction); }

/// What became of the samples that were slowed.
template <class Found>
std::string slowed_samples(const Found& found) {
  if (found.dropped > 0)
    return fmt::format(" ({} dropped)", text::counted(found.dropped, "sample"));
  if (found.slowed > 0)
    return fmt::format(" ({} kept)", text::counted(found.slowed, "slowed sample"));
  return {};
}

/// `where`: " in isolated mode".
std::vector<Said> remarks(const ClockConditions& clocks, std::string_view where) {
  std::vector<Said> said;
  const auto throttled = [&](std::string_view when, ThrottleSet reasons, std::string_view samples) {
    if (reasons != 0)
      said.push_back(
          {Remark::kThrottled, fmt::format("throttled{}{}: {}{}", when, where,
                                           fmt::join(reason_names(reasons), " "), samples)});
  };
  throttled(" throughout", clocks.throughout, "");
  throttled("", clocks.throttle & ~clocks.throughout, slowed_samples(clocks));
  if (!said.empty()) return said;
  if (clocks.fall > kClockTolerance)
    said.push_back({Remark::kSlowClock, fmt::format("clock fell {}{}{}", percent(clocks.fall),
                                                    where, slowed_samples(clocks))});
  else if (clocks.below_highest > kClockTolerance)
    said.push_back({Remark::kSlowClock, fmt::format("clock {} below its highest{}",
                                                    percent(clocks.below_highest), where)});
  return said;
}

/// Of the mode that Time shows first, without its name. Of isolated mode beside it what differs.
void add_clocks(const Conditions& conditions, std::vector<Said>& said) {
  const auto &isolated = conditions.isolated, &batched = conditions.batched;
  if (const auto& shown = batched ? batched : isolated) said = remarks(*shown, "");
  if (!isolated || !batched) return;
  const auto words = remarks(*isolated, ""), named = remarks(*isolated, " in isolated mode");
  const auto shown = said;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (std::ranges::find(shown, words[i].words, &Said::words) == shown.end())
      said.push_back(named[i]);
}

}  // namespace

std::vector<Said> remarks(const Conditions& conditions) {
  std::vector<Said> said;
  add_clocks(conditions, said);
  if (const auto& canary = conditions.canary)
    said.push_back(
        {Remark::kSlowCanary,
         fmt::format("canary {} slower{}", percent(canary->slowest - 1), slowed_samples(*canary))});
  const auto others = [](const DeviceState& state) {
    return state.company ? state.company->others : 0;
  };
  if (const int most = std::max(others(conditions.begin), others(conditions.end)); most > 0)
    said.push_back({Remark::kCompany,
                    fmt::format("{} other process{} on the device", most, most == 1 ? "" : "es")});
  if (const auto& host = conditions.host) {
    if (host->pressure.value_or(0) > kMuchPressure && host->others.value_or(1) > kMuchForOthers)
      said.push_back(
          {Remark::kHostPressure, fmt::format("host pressure {}", percent(*host->pressure))});
    if (host->steal.value_or(0) > kMuchSteal)
      said.push_back({Remark::kSteal, fmt::format("steal {}", percent(*host->steal))});
  }
  return said;
}

double slow_down(const Conditions& conditions) {
  double slowest = conditions.canary ? conditions.canary->slowest : 1;
  for (const auto& clocks : {conditions.isolated, conditions.batched})
    if (clocks)
      slowest = std::max(slowest, 1 / (1 - std::max(clocks->fall, clocks->below_highest)));
  const double steal = conditions.host ? conditions.host->steal.value_or(0) : 0;
  return slowest / (1 - steal);
}

std::string value_in(const std::string& file, const std::string& key, char separator) {
  const RE2 line_of_key(fmt::format(R"({0}[^{1}]*{1}[ \t"]*(.*))", RE2::QuoteMeta(key), separator),
                        RE2::Latin1);
  std::ifstream in(file);
  std::string value;
  for (std::string line; std::getline(in, line);)
    if (RE2::FullMatch(line, line_of_key, &value)) break;
  std::erase(value, '"');
  return value;
}

std::string cpu_model(const std::string& root) {
  auto model = value_in(root + "/proc/cpuinfo", "model name", ':');
  if (!model.empty()) return model;
  utsname kernel{};
  ::uname(&kernel);
  return kernel.machine;
}

std::string host_name() {
  utsname kernel{};
  ::uname(&kernel);
  return kernel.nodename;
}

}  // namespace tickbench::conditions
