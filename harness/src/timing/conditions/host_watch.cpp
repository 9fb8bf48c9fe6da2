// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "conditions/host_watch.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string_view>

namespace tickbench::conditions {
namespace {

template <class T>
std::optional<T> first(const std::string& path) {
  std::ifstream in(path);
  T value{};
  return in >> value ? std::optional(value) : std::nullopt;
}

/// `some avg10=0.00 avg60=0.00 avg300=0.00 total=123456`, in microseconds.
std::optional<Seconds> waited(const std::string& path) {
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    constexpr std::string_view kTotal = "total=";
    const auto at = line.find(kTotal);
    if (!line.starts_with("some ") || at == std::string::npos) continue;
    std::istringstream value(line.substr(at + kTotal.size()));
    double microseconds = 0;
    if (value >> microseconds) return Seconds(microseconds * 1e-6);
  }
  return std::nullopt;
}

/// `cpu  user nice system idle iowait irq softirq steal guest guest_nice`, in ticks, then a line
/// for each processor.
void read_stat(const std::string& path, HostReading& reading) {
  std::ifstream in(path);
  for (std::string line; std::getline(in, line) && line.starts_with("cpu");) {
    std::istringstream words(line);
    std::string name;
    words >> name;
    if (name != "cpu") {
      ++reading.processors;
      continue;
    }
    constexpr int kSteal = 7;  // the eighth
    double ticks = 0;
    int column = 0;
    for (; column <= kSteal && words >> ticks; ++column) {
    }
    if (column > kSteal)
      reading.stolen = Seconds(ticks / static_cast<double>(::sysconf(_SC_CLK_TCK)));
  }
}

}  // namespace

HostReading read_host(const std::string& root, HostClock& clock) {
  HostReading reading;
  reading.at = clock.now();
  reading.load = first<double>(root + "/proc/loadavg");
  reading.waited = waited(root + "/proc/pressure/cpu");
  read_stat(root + "/proc/stat", reading);
  const auto frequency = root + "/sys/devices/system/cpu/cpu0/cpufreq/";
  reading.governor = first<std::string>(frequency + "scaling_governor").value_or("");
  constexpr double kKilohertz = 1e3;
  if (const auto current = first<double>(frequency + "scaling_cur_freq"))
    reading.hertz = *current * kKilohertz;
  return reading;
}

HostConditions between(const HostReading& begin, const HostReading& end) {
  HostConditions result;
  result.wall = end.at - begin.at;
  result.load = end.load;
  result.processors = end.processors;
  result.governor = end.governor;
  result.hertz_begin = begin.hertz;
  result.hertz_end = end.hertz;
  const auto part = [&](const auto& from, const auto& to, double of) -> std::optional<double> {
    if (!from || !to || of <= 0) return std::nullopt;
    return std::clamp((*to - *from).count() / of, 0.0, 1.0);
  };
  result.pressure = part(begin.waited, end.waited, result.wall.count());
  result.steal = part(begin.stolen, end.stolen, result.wall.count() * end.processors);
  return result;
}

}  // namespace tickbench::conditions
