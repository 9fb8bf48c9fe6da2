// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "conditions/host_watch.hpp"

#include <fmt/format.h>
#include <re2/re2.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>

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

/// One processor of each core first. None where they are of several kinds, fast and slow.
std::vector<std::size_t> spread(std::vector<std::size_t> processors) {
  const auto folder = [](std::size_t processor) {
    return fmt::format("/sys/devices/system/cpu/cpu{}/", processor);
  };
  std::set<std::string> kinds;
  for (const auto processor : processors) kinds.insert(content(folder(processor) + "cpu_capacity"));
  if (kinds.size() > 1 || std::filesystem::exists("/sys/devices/cpu_atom")) return {};
  std::stable_partition(processors.begin(), processors.end(), [&](std::size_t processor) {
    const auto siblings = folder(processor) + "topology/thread_siblings_list";
    return first<std::size_t>(siblings).value_or(processor) == processor;
  });
  return processors;
}

/// What threads that are there at the end did since the first reading.
Threads differences(const Threads& begin, Threads end) {
  for (auto& now : end) {
    const auto before = std::ranges::find(begin, now.id, &Thread::id);
    if (before == begin.end() || before->ran > now.ran) continue;
    now = {now.id, now.ran - before->ran, now.waited - before->waited, now.turns - before->turns};
  }
  return end;
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
    double ran = 0, waited = 0, turns = 0;
    if (in >> ran >> waited >> turns)
      all.push_back({std::stoi(thread.path().filename()), Seconds(ran * 1e-9),
                     Seconds(waited * 1e-9), turns});
  }
  return all;
}

ThreadTimes between(const Threads& begin, const Threads& end) {
  constexpr double kBusy = 0.2;
  ThreadTimes all;
  const auto meanwhile = differences(begin, end);
  Seconds most(0);
  for (const auto& [id, ran, waited, turns] : meanwhile) {
    if (id == ::gettid()) {
      all.own_wait = waited;
      continue;
    }
    all.ran += ran;
    all.waited += waited;
    all.turns += turns;
    most = std::max(most, ran);
  }
  for (const auto& thread : meanwhile)
    all.busy += thread.id != ::gettid() && most > Seconds(0) && thread.ran >= kBusy * most;
  return all;
}

std::vector<pid_t> working_threads(const Threads& begin, const Threads& end) {
  auto meanwhile = differences(begin, end);
  std::erase_if(meanwhile, [](const Thread& thread) {
    return thread.id == ::gettid() || thread.ran <= Seconds(0);
  });
  std::ranges::sort(meanwhile, std::greater(), &Thread::ran);
  std::vector<pid_t> ids;
  for (const auto& thread : meanwhile) ids.push_back(thread.id);
  return ids;
}

Seconds taken_by_others(Seconds time, const ThreadTimes& threads, std::size_t at_once) {
  const auto left = time - threads.ran / static_cast<double>(std::max<std::size_t>(at_once, 1));
  return std::max(std::min(threads.waited + threads.own_wait, left), Seconds(0));
}

SpreadThreads::SpreadThreads(std::span<const pid_t> threads) {
  if (threads.empty()) return;
  all_ = allowed_processors();
  const auto places = spread(all_);
  placed_.reserve(places.size());
  for (const auto id : threads.first(std::min(threads.size(), places.size())))
    if (auto place = std::vector{places[placed_.size()]};
        allowed_processors(id) == all_ && keep_to(place, id))
      placed_.emplace_back(id, std::move(place));
}

SpreadThreads::~SpreadThreads() {
  // Else it has been placed by others meanwhile.
  for (const auto& [id, place] : placed_)
    if (allowed_processors(id) == place) keep_to(all_, id);
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
