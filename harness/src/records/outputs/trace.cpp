// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "outputs/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tickbench::outputs {
namespace {

using std::chrono::nanoseconds;

nanoseconds rounded(Seconds time) { return std::chrono::round<nanoseconds>(time); }

nanoseconds host_end(const Sample& sample, std::int64_t launches) {
  return sample.host_begin + rounded(sample.host * static_cast<double>(launches));
}

/// When the first of the device's slices began, on the host's clock; nothing where no stamp and
/// clock say it.
std::optional<nanoseconds> first_begin(const Sample& sample,
                                       const std::optional<ClockReading>& clock) {
  const auto stamp = sample.launch ? std::optional(sample.launch->queued) : sample.device_begin;
  if (!clock || !stamp) return std::nullopt;
  // The middle of the reading's window, and how far that is from what the device's clock showed.
  const auto middle = clock->host_before + (clock->host_after - clock->host_before) / 2;
  return middle + (*stamp - clock->device);
}

/// The device's slices, the first at 0.
std::vector<Slice> phases(const Sample& sample, std::int64_t launches) {
  if (!sample.launch || launches != 1)
    return {{"running", {}, rounded(sample.device * static_cast<double>(launches))}};
  const auto& launch = *sample.launch;
  const auto submitted = rounded(launch.queued_to_submit);
  const auto running = submitted + rounded(launch.submit_to_start);
  return {{"queued", {}, submitted},
          {"submitted", submitted, running},
          {"running", running, running + rounded(launch.start_to_end)}};
}

/// Not beyond the host's window of this bracket, and so not over the next bracket's slices.
void move_into(std::vector<Slice>& slices, nanoseconds begin, nanoseconds end) {
  const auto late = std::max(nanoseconds{}, slices.back().end - end);
  const auto early = std::max(nanoseconds{}, begin - (slices.front().begin - late));
  for (auto& slice : slices) {
    slice.begin = std::clamp(slice.begin - late + early, begin, end);
    slice.end = std::clamp(slice.end - late + early, slice.begin, std::max(slice.begin, end));
  }
}

enum Lane { kHostLane = 1, kDeviceLane = 2, kPhaseLane = 3 };

/// Which samples are drawn: all, or evenly spread ones, the first and the last among them.
std::vector<std::size_t> traced(std::size_t count) {
  const std::size_t drawn = std::min(count, kMostTracedSamples);
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < drawn; ++i)
    result.push_back(drawn < 2 ? 0 : i * (count - 1) / (drawn - 1));
  return result;
}

std::vector<const Measurement*> list_measurements(const results::Record& record) {
  auto result = record.taken();
  std::erase_if(result, [](const Measurement* one) { return one->samples.empty(); });
  return result;
}

class Trace {
 public:
  Trace(const results::Records& records, const std::vector<backend::DeviceInfo>& devices)
      : origin_(find_origin(records)) {
    for (const auto& device : devices) add_device(device);
    for (const auto* record : records) {
      add_phases(*record);
      for (const auto* measurement : list_measurements(*record)) add(*record, *measurement);
    }
  }

  std::string text(const results::Json& context) const {
    const results::Json other{
        {"schema", "tickbench-trace/1"},
        {"tickbench", context},
        {"axis", "the host's CLOCK_MONOTONIC_RAW, from the first phase on"},
        {"device_axis", axes_},
        {"limit", fmt::format("at most {} samples of a repetition and mode, evenly spread",
                              kMostTracedSamples)}};
    // An event a line: a diff of two traces shows what changed.
    std::string result = R"({"displayTimeUnit": "ns", "otherData": )" +
                         results::single_line(other) + ",\n\"traceEvents\": [";
    for (const auto& event : events_) result += (&event == events_.data() ? "\n" : ",\n") + event;
    return result + "\n]}\n";
  }

 private:
  static nanoseconds find_origin(const results::Records& records) {
    auto origin = nanoseconds::max();
    for (const auto* record : records) {
      if (!record->wall.slices.empty())
        origin = std::min(origin, record->wall.slices.front().begin);
      for (const auto* measurement : list_measurements(*record))
        origin = std::min(origin, measurement->samples.front().host_begin);
    }
    return origin;
  }

  void add_device(const backend::DeviceInfo& device) {
    const int process = static_cast<int>(processes_.size()) + 1;
    processes_[device.id()] = process;
    name("process_name", process, 0, fmt::format("{} {}", device.id(), device.name));
    name("thread_name", process, kHostLane, "host: enqueue, wait");
    name("thread_name", process, kDeviceLane, "device: queued, submitted, running");
    name("thread_name", process, kPhaseLane, "phases: where the wall time goes");
  }

  void name(const char* what, int process, int thread, const std::string& text) {
    results::Json event{{"ph", "M"}, {"name", what}, {"pid", process}};
    if (thread != 0) event["tid"] = thread;
    event["args"] = {{"name", text}};
    events_.push_back(results::single_line(event));
  }

  /// A complete event. Trace viewers count in microseconds.
  void slice(int process, Lane lane, const std::string& text, nanoseconds begin, nanoseconds end,
             results::Json arguments) {
    static constexpr double kMicrosecond = 1e3;
    events_.push_back(
        results::single_line({{"ph", "X"},
                              {"name", text},
                              {"pid", process},
                              {"tid", static_cast<int>(lane)},
                              {"ts", static_cast<double>((begin - origin_).count()) / kMicrosecond},
                              {"dur", static_cast<double>((end - begin).count()) / kMicrosecond},
                              {"args", std::move(arguments)}}));
  }

  void add_phases(const results::Record& record) {
    const auto process = processes_.find(record.benchmark_case->device_id);
    if (process == processes_.end()) return;
    for (const auto& part : record.wall.slices)
      slice(process->second, kPhaseLane, std::string(to_string(part.phase)), part.begin, part.end,
            {{"benchmark", record.benchmark_case->id}, {"repetition", record.repetition}});
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

ClockReading closest_reading(const ClockReading& reading, const std::vector<Sample>& samples) {
  auto closest = reading;
  for (const auto& sample : samples) {
    if (!sample.launch || rounded(sample.enqueue) >= closest.host_after - closest.host_before)
      continue;
    closest.device = sample.launch->queued;
    closest.host_before = sample.host_begin;
    closest.host_after = sample.host_begin + rounded(sample.enqueue);
  }
  return closest;
}

std::vector<Slice> host_slices(const Sample& sample, std::int64_t launches) {
  const auto end = host_end(sample, launches);
  const auto enqueued = sample.host_begin + rounded(sample.enqueue * static_cast<double>(launches));
  return {{"enqueue", sample.host_begin, std::min(enqueued, end)},
          {"wait", std::min(enqueued, end), end}};
}

bool is_on_device_clock(const Sample& sample, const std::optional<ClockReading>& clock) {
  return first_begin(sample, clock).has_value();
}

std::vector<Slice> device_slices(const Sample& sample, std::int64_t launches, TimeMethod method,
                                 const std::optional<ClockReading>& clock) {
  if (method == TimeMethod::kHost) return {};
  auto slices = phases(sample, launches);
  const auto end = host_end(sample, launches);
  const auto begin = first_begin(sample, clock).value_or(end - slices.back().end);
  for (auto& slice : slices) {
    slice.begin += begin;
    slice.end += begin;
  }
  move_into(slices, sample.host_begin, end);
  return slices;
}

std::string make_trace(const results::Records& records,
                       const std::vector<backend::DeviceInfo>& devices,
                       const results::Json& context) {
  return Trace(records, devices).text(context);
}

}  // namespace tickbench::outputs
