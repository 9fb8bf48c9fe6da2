// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "outputs/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "outputs/trace_lanes.hpp"

namespace tickbench::outputs {
namespace {

using std::chrono::nanoseconds;

enum Lane { kHostLane = 1, kDeviceLane = 2 };

/// Which samples are drawn: all, or evenly spread ones, the first and the last among them.
std::vector<std::size_t> traced(std::size_t count) {
  const std::size_t drawn = std::min(count, kMostTracedSamples);
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < drawn; ++i)
    result.push_back(drawn < 2 ? 0 : i * (count - 1) / (drawn - 1));
  return result;
}

std::vector<const Measurement*> measurements_of(const results::Record& record) {
  std::vector<const Measurement*> result;
  for (const auto* one : {&record.isolated, &record.batched})
    if (*one && !(*one)->samples.empty()) result.push_back(&**one);
  return result;
}

class Trace {
 public:
  Trace(const std::vector<const results::Record*>& records,
        const std::vector<backend::DeviceInfo>& devices)
      : origin_(origin_of(records)) {
    for (const auto& device : devices) add_device(device);
    for (const auto* record : records)
      for (const auto* measurement : measurements_of(*record)) add(*record, *measurement);
  }

  std::string text(const results::Json& context) const {
    results::Json notes = results::Json::object();
    for (const auto& [device, note] : axes_) notes[device] = note;
    const results::Json other{
        {"schema", "tickbench-trace/1"},
        {"tickbench", context},
        {"axis", "the host's CLOCK_MONOTONIC_RAW, from the first traced sample on"},
        {"device_axis", notes},
        {"limit", fmt::format("at most {} samples of a repetition and mode, evenly spread",
                              kMostTracedSamples)}};
    // An event a line: a diff of two traces shows what changed.
    std::string result = R"({"displayTimeUnit": "ns", "otherData": )" + results::one_line(other) +
                         ",\n\"traceEvents\": [";
    for (const auto& event : events_) result += (&event == events_.data() ? "\n" : ",\n") + event;
    return result + "\n]}\n";
  }

 private:
  static nanoseconds origin_of(const std::vector<const results::Record*>& records) {
    auto origin = nanoseconds::max();
    for (const auto* record : records)
      for (const auto* measurement : measurements_of(*record))
        origin = std::min(origin, measurement->samples.front().host_begin);
    return origin;
  }

  void add_device(const backend::DeviceInfo& device) {
    const int process = static_cast<int>(processes_.size()) + 1;
    processes_[device.id()] = process;
    name("process_name", process, 0, fmt::format("{} {}", device.id(), device.name));
    name("thread_name", process, kHostLane, "host: enqueue, wait");
    name("thread_name", process, kDeviceLane, "device: queued, submitted, running");
  }

  void name(const char* what, int process, int thread, const std::string& text) {
    results::Json event{{"ph", "M"}, {"name", what}, {"pid", process}};
    if (thread != 0) event["tid"] = thread;
    event["args"] = {{"name", text}};
    events_.push_back(results::one_line(event));
  }

  /// A complete event. Trace viewers count in microseconds.
  void slice(int process, Lane lane, const std::string& text, nanoseconds begin, nanoseconds end,
             results::Json arguments) {
    static constexpr double kMicrosecond = 1e3;
    events_.push_back(
        results::one_line({{"ph", "X"},
                           {"name", text},
                           {"pid", process},
                           {"tid", static_cast<int>(lane)},
                           {"ts", static_cast<double>((begin - origin_).count()) / kMicrosecond},
                           {"dur", static_cast<double>((end - begin).count()) / kMicrosecond},
                           {"args", std::move(arguments)}}));
  }

  void add(const results::Record& record, const Measurement& measurement) {
    const int process = processes_.at(record.benchmark_case->device_id);
    const auto launches = measurement.launches_per_bracket;
    std::optional<ClockReading> clock;
    if (const auto found = record.clocks.find(measurement.mode); found != record.clocks.end())
      clock = closest_reading(found->second, measurement.samples);
    const auto chosen = traced(measurement.samples.size());
    const auto& last = measurement.samples.back();
    // First, since a slice that encloses others goes before them.
    slice(process, kHostLane,
          fmt::format("{} {}", record.benchmark_case->id, to_string(measurement.mode)),
          measurement.samples.front().host_begin, host_slices(last, launches).back().end,
          {{"repetition", record.repetition},
           {"method", to_string(measurement.method)},
           {"launches_per_bracket", launches},
           {"samples", measurement.samples.size()},
           {"samples_traced", chosen.size()}});
    for (const auto index : chosen) {
      const auto& sample = measurement.samples[index];
      for (const auto& part : host_slices(sample, launches))
        slice(process, kHostLane, part.name, part.begin, part.end, {{"sample", index}});
      for (const auto& part : device_slices(sample, launches, measurement.method, clock))
        slice(process, kDeviceLane, part.name, part.begin, part.end, {{"sample", index}});
    }
    note_axis(record, measurement, clock);
  }

  void note_axis(const results::Record& record, const Measurement& measurement,
                 const std::optional<ClockReading>& clock) {
    if (measurement.method == TimeMethod::kHost) return;
    auto& note =
        axes_[record.benchmark_case->device_id][std::string(to_string(measurement.method))];
    if (!is_on_device_clock(measurement.samples.front(), clock)) {
      note = "no common axis: each bracket's device time ends where the host's wait for it ended";
      return;
    }
    note = fmt::format(
        "the device's stamps, by the closest of several readings of both clocks (window {} ns), "
        "moved into the host's window of their bracket",
        (clock->host_after - clock->host_before).count());
  }

  nanoseconds origin_;
  std::map<std::string, int> processes_;
  std::map<std::string, std::map<std::string, std::string>>
      axes_;  ///< device, method -> how placed
  std::vector<std::string> events_;
};

}  // namespace

std::string trace_of(const std::vector<const results::Record*>& records,
                     const std::vector<backend::DeviceInfo>& devices,
                     const results::Json& context) {
  return Trace(records, devices).text(context);
}

}  // namespace tickbench::outputs
