// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <mutex>

#include "clock/device_time.hpp"
#include "peak/probe.hpp"

// Named here so that a linker keeps the embedded kernels.
extern "C" void tickbench_kernels_tickbench_peak_kernels();

namespace tickbench {

namespace peak {

namespace {
constexpr Seconds kBudget{0.1};
// A part of the time that a busy processor gives to one program before the next has its turn.
constexpr Seconds kCpuBracket{0.002};
constexpr int kLeastBrackets = 3, kLeastOfSlow = 2;  // slow: beyond the budget
// More than the budget holds: an end where the clock stands still.
constexpr int kMostBrackets = 90;
constexpr std::int64_t kMostLaunches = 1000;

TimeMethod method_of(const TimedQueue& queue, const Work& work) {
  for (const auto method : {TimeMethod::kBracket, TimeMethod::kEventSum})
    if (queue.supports(method, work)) return method;
  return TimeMethod::kHost;
}

std::int64_t launches_within(Seconds bracket, Seconds launch) {
  if (launch <= Seconds::zero()) return kMostLaunches;
  const double count = std::min(bracket / launch, static_cast<double>(kMostLaunches));
  return std::max(std::int64_t{1}, static_cast<std::int64_t>(count));
}

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
// GPUs report less cache than they have (a part with 60 MiB says 4 MiB): do not rely on it there.
constexpr std::uint64_t kLargeDevice = 8192 * kMiB;
constexpr std::uint64_t kLargeDeviceArray = 256 * kMiB;
constexpr std::uint64_t kSmallestArray = 64 * kMiB;
// Both arrays together are twice the caches, as what displaces them is.
constexpr std::uint64_t kCaches = 1;
// Both arrays together a quarter of the memory.
constexpr std::uint64_t kMemoryDivisor = 8;
// Of work-items per compute unit: four times what the largest GPUs keep in flight. A processor is
// full with far fewer, and may take long for each.
constexpr std::size_t kWorkItemsPerUnit = 8192, kOfProcessor = 1024;
}  // namespace

std::optional<Seconds> shortest_launch(TimedQueue& queue, const Work& work, HostClock& host,
                                       Seconds of_bracket) {
  BracketRequest request{.method = method_of(queue, work)};
  // The first launch builds and touches; the second tells how many make up a bracket. One that is
  // long enough is the first bracket.
  queue.run(work, request);
  const auto end = host.now() + std::chrono::duration_cast<std::chrono::nanoseconds>(kBudget);
  Bracket bracket = queue.run(work, request);
  request.launches = launches_within(of_bracket, bracket.host);

  std::optional<Seconds> shortest;
  for (int brackets = 0; brackets < kMostBrackets; ++brackets) {
    const int least = bracket.host > kBudget ? kLeastOfSlow : kLeastBrackets;
    if (brackets >= least && host.now() >= end) break;
    if (brackets > 0 || request.launches > 1) bracket = queue.run(work, request);
    const Seconds launch = bracket.device / static_cast<double>(request.launches);
    const bool is_plausible =
        bracket.wrapped == Seconds(0) &&
        judge(bracket.device, bracket.host, Seconds::zero()) == Plausibility::kPlausible;
    if (is_plausible && (!shortest || launch < *shortest)) shortest = launch;
  }
  return shortest;
}

UpdateArrays update_arrays(Device& device, std::size_t floats) {
  auto x = device.allocate<float>(floats), y = device.allocate<float>(floats);
  auto fill = device.kernel("tickbench_peak_fill");
  fill.args(x, 1.0F).over(floats / 4, kWorkGroup)();
  fill.args(y, 2.0F).over(floats / 4, kWorkGroup)();
  auto update = device.kernel(kUpdateKernel).args(x, y).over(floats / 4, kWorkGroup);
  return {std::move(x), std::move(y), std::move(update)};
}

std::size_t update_floats_in(std::uint64_t bytes, const backend::DeviceInfo& device) {
  constexpr std::size_t kFloatsPerGroup = 4 * kWorkGroup;
  if (device.memory > 0) bytes = std::min(bytes, device.memory / kMemoryDivisor);
  if (device.largest_allocation > 0) bytes = std::min(bytes, device.largest_allocation);
  std::size_t groups = bytes / sizeof(float) / kFloatsPerGroup;
  if (device.most_work_groups > 0) groups = std::min(groups, device.most_work_groups);
  return std::max(groups, std::size_t{1}) * kFloatsPerGroup;
}

std::size_t update_floats(const backend::DeviceInfo& device) {
  const auto least = is_large(device) ? kLargeDeviceArray : kSmallestArray;
  return update_floats_in(std::max(least, kCaches * device.cache), device);
}

bool is_large(const backend::DeviceInfo& device) {
  return device.type != backend::DeviceType::kCpu && device.memory > kLargeDevice;
}

bool may_be_missing(const Error& error) {
  return is_skip(error.outcome()) || error.outcome() == Outcome::kOutOfMemory ||
         error.outcome() == Outcome::kImplausibleTime;
}

std::size_t multiply_add_work_items(const backend::DeviceInfo& device) {
  const bool is_processor = device.type == backend::DeviceType::kCpu;
  return (is_processor ? kOfProcessor : kWorkItemsPerUnit) * device.units_to_fill();
}

float multiply_add_result(std::size_t item) noexcept {
  constexpr std::size_t kLanes = 64, kSteps = 512, kFirstValues = 1024;
  constexpr std::size_t kLaneSum = kLanes * (kLanes - 1) / 2;
  return static_cast<float>(kLaneSum + kLanes * (item % kFirstValues + kSteps));
}

}  // namespace peak

namespace {
double rate(backend::Device& device, double units, const Launch& launch) {
  const bool is_processor = device.info().type == backend::DeviceType::kCpu;
  const auto time = peak::shortest_launch(device.queue(), launch.work(), host_clock(),
                                          is_processor ? peak::kCpuBracket : peak::kBracket);
  return time ? units / time->count() : 0;
}

double bytes_per_second(backend::Device& backend) {
  Device device(backend);
  const auto arrays = peak::update_arrays(device, peak::update_floats(device.info()));
  // reads x, y; writes y
  return rate(backend, 3 * static_cast<double>(arrays.x.size_bytes()), arrays.update);
}

double flops_per_second(backend::Device& backend) {
  Device device(backend);
  const peak::MultiplyAdd work(device, peak::multiply_add_work_items(device.info()));
  return rate(backend, work.flops(), work.launch);
}

double or_zero(double (*measure)(backend::Device&), backend::Device& device, std::string& note) {
  try {
    return measure(device);
  } catch (const Error& error) {
    if (!peak::may_be_missing(error)) throw;
    note = std::string("the device's peaks could not be measured: ") + error.what();
    return 0;
  }
}
}  // namespace

Peaks measured_peaks(backend::Device& device) {
  tickbench_kernels_tickbench_peak_kernels();
  static std::mutex mutex;
  static std::map<std::string, Peaks> measured;
  const std::scoped_lock lock(mutex);
  const auto key = device.info().id() + " " + device.info().name;
  if (const auto found = measured.find(key); found != measured.end()) return found->second;
  Peaks peaks;
  peaks.bytes_per_second = or_zero(bytes_per_second, device, peaks.note);
  peaks.flops_per_second = or_zero(flops_per_second, device, peaks.note);
  measured.emplace(key, peaks);
  return peaks;
}

Peaks theoretical_peaks(const backend::DeviceInfo& device) {
  return {device.theoretical_bytes_per_second, device.theoretical_flops_per_second};
}

double fraction_of_peak(const Peaks& peaks, double bytes_per_second, double flops_per_second) {
  const auto fraction = [](double rate, double peak) {
    return rate > 0 && peak > 0 ? rate / peak : 0.0;
  };
  return std::max(fraction(bytes_per_second, peaks.bytes_per_second),
                  fraction(flops_per_second, peaks.flops_per_second));
}

}  // namespace tickbench
