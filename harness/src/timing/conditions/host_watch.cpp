// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "conditions/host_watch.hpp"

#include <re2/re2.h>
#include <sched.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <span>

#include "base/parallel.hpp"

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

cpu_set_t set_of(std::span<const std::size_t> processors) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const auto processor : processors) CPU_SET(processor, &set);
  return set;
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

Threads read_threads(const std::string& root) {
  Threads all;
  std::error_code none;
  for (const auto& thread : std::filesystem::directory_iterator(root + "/proc/self/task", none)) {
    std::ifstream in(thread.path() / "schedstat");
    double ran = 0, waited = 0;
    if (in >> ran >> waited)
      all.push_back(
          {std::stoi(thread.path().filename()), Seconds(ran * 1e-9), Seconds(waited * 1e-9)});
  }
  return all;
}

ThreadTimes between(const Threads& begin, const Threads& end) {
  constexpr double kBusy = 0.2;
  ThreadTimes all;
  std::vector<Seconds> ran;
  for (auto [id, now_ran, now_waited] : end) {
    if (const auto before = std::ranges::find(begin, id, &Thread::id); before != begin.end()) {
      now_ran -= before->ran;
      now_waited -= before->waited;
    }
    if (id == ::gettid()) {
      all.own_wait = now_waited;
      continue;
    }
    all.ran += now_ran;
    all.waited += now_waited;
    if (now_ran > Seconds(0)) ran.push_back(now_ran);
  }
  for (const auto one : ran) all.busy += one >= kBusy * std::ranges::max(ran);
  return all;
}

Seconds taken_by_others(Seconds time, const ThreadTimes& threads, std::size_t most) {
  if (time <= Seconds(0)) return Seconds(0);
  const auto& [ran, waited, own_wait, busy] = threads;
  // A thread that sleeps would run no part of the work of the others.
  const double at_once = std::min((ran + waited) / time, static_cast<double>(most));
  const auto left = time - ran / std::max(at_once, 1.0);
  return std::clamp(std::min(waited + own_wait, left), Seconds(0), time);
}

SpreadThreads::SpreadThreads(bool is_on_processor) : is_active_(is_on_processor) {
  if (!is_active_) return;
  const auto processors = allowed_processors();
  const auto all = set_of(processors);
  auto threads = read_threads("");
  std::ranges::sort(threads, std::greater(), &Thread::ran);
  std::size_t place = 0;
  for (const auto& thread : threads) {
    if (thread.id == ::gettid()) continue;
    cpu_set_t own;
    if (sched_getaffinity(thread.id, sizeof(own), &own) != 0 || !CPU_EQUAL(&own, &all)) {
      left_.push_back(thread.id);
      continue;
    }
    const auto one = set_of({&processors[place++ % processors.size()], 1});
    sched_setaffinity(thread.id, sizeof(one), &one);
  }
}

SpreadThreads::~SpreadThreads() {
  if (!is_active_) return;
  const auto all = set_of(allowed_processors());
  // Also those that were started meanwhile, which keep to the processor of the one that did.
  for (const auto& thread : read_threads(""))
    if (std::ranges::find(left_, thread.id) == left_.end())
      sched_setaffinity(thread.id, sizeof(all), &all);
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
