// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "conditions/host_watch.hpp"

#include <re2/re2.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace tickbench::conditions {
namespace {

template <class T>
std::optional<T> first(const std::string& path) {
  std::ifstream in(path);
  T value{};
  return in >> value ? std::optional(value) : std::nullopt;
}

/// Empty where it cannot be read.
std::string content(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// `some avg10=0.00 avg60=0.00 avg300=0.00 total=123456`, in microseconds.
std::optional<Seconds> waited(const std::string& path) {
  static const RE2 kTotal(R"((?m)^some .*total=(\d+))");
  double microseconds = 0;
  if (!RE2::PartialMatch(content(path), kTotal, &microseconds)) return std::nullopt;
  return Seconds(microseconds * 1e-6);
}

Seconds in_seconds(double ticks) {
  return Seconds(ticks / static_cast<double>(::sysconf(_SC_CLK_TCK)));
}

/// `1234 (name) S ppid ...`: the times of user and system are the 14th and the 15th field.
std::optional<Seconds> own_time(const std::string& path) {
  static const RE2 kTimes(R"((?s).*\)(?: \S+){11} (\d+) (\d+))");
  double user = 0, system = 0;
  if (!RE2::PartialMatch(content(path), kTimes, &user, &system)) return std::nullopt;
  return in_seconds(user + system);
}

/// `cpu  user nice system idle iowait irq softirq steal guest guest_nice`, in ticks, then a line
/// for each processor.
void read_stat(const std::string& path, HostReading& reading) {
  static const RE2 kAll(R"((?m)^cpu +(\d+) (\d+) (\d+) \d+ \d+ (\d+) (\d+) (\d+))");
  static const RE2 kProcessor(R"((?m)^cpu\d)");
  auto stat = content(path);
  double user = 0, nice = 0, system = 0, irq = 0, softirq = 0, steal = 0;
  if (RE2::PartialMatch(stat, kAll, &user, &nice, &system, &irq, &softirq, &steal)) {
    reading.stolen = in_seconds(steal);
    reading.busy = in_seconds(user + nice + system + irq + softirq);
  }
  reading.processors = RE2::GlobalReplace(&stat, kProcessor, "");
}

}  // namespace

HostReading read_host(const std::string& root, HostClock& clock) {
  HostReading reading;
  reading.at = clock.now();
  reading.load = first<double>(root + "/proc/loadavg");
  reading.waited = waited(root + "/proc/pressure/cpu");
  read_stat(root + "/proc/stat", reading);
  reading.own = own_time(root + "/proc/self/stat");
  const auto frequency = root + "/sys/devices/system/cpu/cpu0/cpufreq/";
  reading.governor = first<std::string>(frequency + "scaling_governor").value_or("");
  constexpr double kKilohertz = 1e3;
  if (const auto current = first<double>(frequency + "scaling_cur_freq"))
    reading.hertz = *current * kKilohertz;
  return reading;
}

std::optional<ThreadTimes> read_threads(const std::string& root) {
  std::optional<ThreadTimes> all;
  std::error_code none;
  const auto own = std::to_string(::gettid());
  for (const auto& thread : std::filesystem::directory_iterator(root + "/proc/self/task", none)) {
    std::ifstream in(thread.path() / "schedstat");
    double ran = 0, waited = 0;
    if (!(in >> ran >> waited)) continue;
    if (!all) all.emplace();
    const bool is_own = thread.path().filename() == own;
    if (!is_own) all->ran += Seconds(ran * 1e-9);
    (is_own ? all->own_wait : all->waited) += Seconds(waited * 1e-9);
  }
  return all;
}

Seconds taken_by_others(Seconds time, const ThreadTimes& threads, unsigned processors) {
  if (time <= Seconds(0)) return Seconds(0);
  const auto& [ran, waited, own_wait] = threads;
  // A thread that sleeps would run no part of the work of the others.
  const double at_once = std::min((ran + waited) / time, static_cast<double>(processors));
  const auto left = time - ran / std::max(at_once, 1.0);
  return std::clamp(std::min(waited + own_wait, left), Seconds(0), time);
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
  const double processors = result.wall.count() * end.processors;
  const auto busy = part(begin.busy, end.busy, processors);
  const auto own = part(begin.own, end.own, processors);
  if (busy && own) result.others = std::max(*busy - *own, 0.0);
  result.steal = part(begin.stolen, end.stolen, processors);
  return result;
}

}  // namespace tickbench::conditions
