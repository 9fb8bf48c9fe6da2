// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/cases.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "measurement/host_memory.hpp"

namespace tickbench::suite {
namespace {

results::Settings settings_of(const Options& options, const api::Instance& instance,
                              const std::optional<backend::DeviceInfo>& device) {
  results::Settings settings;
  static_cast<MeasurementSettings&>(settings) = options.settings;
  const auto& description = *instance.description;
  // As in Google Benchmark, what a registration states goes before the flag.
  if (description.minimum_time > 0 || description.samples > 0) {
    settings.minimum_time = Seconds(description.minimum_time);
    settings.samples = description.samples;
  }
  if (description.minimum_warm_up > 0)
    settings.minimum_warm_up = Seconds(description.minimum_warm_up);
  if (settings.cache == Cache::kCold) {
    const auto info = device.value_or(backend::DeviceInfo{});
    settings.displace_bytes = options.cold_bytes.value_or(displaced_bytes(info.cache, info.memory));
    settings.host_displace_bytes = options.cold_bytes.value_or(host_displaced());
  }
  settings.modes = options.modes;
  settings.verify_only = options.verify_only;
  settings.reads_clocks = !options.trace_out.empty();
  settings.energy = options.energy;
  if (const auto chosen = options.choices.find(instance.backend); chosen != options.choices.end())
    settings.choices = chosen->second;
  return settings;
}

}  // namespace

/// Whatever is found is kept at once: what comes next may fail.
void DeviceSlot::prepare(const Environment& environment,
                         const std::function<void(std::string_view)>& on_phase) {
  auto found = findings();
  found.theoretical = theoretical_peaks(device_->info());
  if (auto& bandwidth = found.theoretical.bytes_per_second; bandwidth == 0)
    if (auto* const device = watched(environment)) bandwidth = device->memory_bandwidth();
  on_phase("comparing the clocks");
  found.clock = check_clock(device_->queue(), *environment.host);
  set_findings(found);
  if (found.clock->verdict == ClockCheck::Verdict::kBroken) {
    found.peaks.note = "the device's peaks are not measured: a rate over a wrong clock is none";
  } else {
    on_phase("measuring the device's peaks");
    try {
      found.peaks = environment.peaks(*device_);
    } catch (const Error& error) {
      throw Error(error.outcome(), std::string("measuring the device's peaks: ") + error.what());
    }
  }
  set_findings(found);
  if (!environment.canary || found.clock->verdict == ClockCheck::Verdict::kBroken) return;
  on_phase("measuring the canary");
  canary_ = environment.canary(*device_);
  measure_canary(&Canaries::begin);
  if (device_->info().type == backend::DeviceType::kGpu && !canaries_.begin.empty())
    speed_.emplace([this] { return canary_->look(); }, *environment.host);
}

void DeviceSlot::measure_canary(std::vector<canary::Figure> Canaries::*when) {
  auto measured = canary_->measure();
  const std::lock_guard lock(mutex_);
  canaries_.*when = std::move(measured.figures);
  // Said once, and not at either end.
  auto& all = canaries_.excluded;
  for (const auto& excluded : measured.excluded)
    if (auto text = fmt::format("{}: {}", selected.device->id(), excluded);
        std::ranges::find(all, text) == all.end())
      all.push_back(std::move(text));
}

void DeviceSlot::measure_last_canary() {
  if (!device_ || canaries().begin.empty()) return;
  if (speed_) speed_->begin();
  measure_canary(&Canaries::end);
}

bands::GuardedDevice& DeviceSlot::guarded() {
  if (!guarded_) guarded_ = std::make_unique<bands::GuardedDevice>(*device_);
  return *guarded_;
}

other_build::PairedDevice& DeviceSlot::paired(const std::vector<backend::Module>& others) {
  if (!paired_) paired_ = std::make_unique<other_build::PairedDevice>(*device_, others);
  return *paired_;
}

conditions::WatchedDevice* DeviceSlot::watched(const Environment& environment) {
  if (!was_watched_for_ && environment.monitor && selected.device)
    if (auto monitor = environment.monitor(*selected.device))
      watched_ = std::make_unique<conditions::WatchedDevice>(std::move(monitor), *environment.host);
  was_watched_for_ = true;
  return watched_.get();
}

std::string DeviceSlot::lock_name() const {
  const auto& device = *selected.device;
  if (!device.pci_address.empty()) return device.pci_address;
  if (device.type == backend::DeviceType::kCpu) return "processors";
  const auto& index = device.index;
  return index.substr(0, index.find('.')) + "-" + device.name;
}

backend::Device& DeviceSlot::open(bool is_measuring, const Environment& environment,
                                  const std::function<process::HostLock()>& lock,
                                  const std::function<void(std::string_view)>& on_phase) {
  if (cannot_open_) throw Error(*cannot_open_);
  if (device_) return *device_;
  // Measuring its peaks takes much memory, which a driver may not take from the heap.
  release_freed_memory();
  try {
    on_phase("opening the device");
    device_ = selected.backend->open(*selected.device);
    set_findings({.is_open = true, .clock = {}, .peaks = {}, .theoretical = {}});
    if (is_measuring) {
      const process::HostLock held = lock();
      prepare(environment, on_phase);
      release_freed_memory();
    }
  } catch (const Error& error) {
    // It was there when the devices were listed: a driver that finds none now has failed.
    cannot_open_ =
        error.outcome() == Outcome::kNoDevice ? Error(Outcome::kDeviceError, error.what()) : error;
    close();
    throw Error(*cannot_open_);
  }
  return *device_;
}

RegisteredCase::RegisteredCase(const api::Instance& of_instance, DeviceSlot& on_device,
                               const Options& options)
    : slot(&on_device), settings(settings_of(options, of_instance, on_device.selected.device)) {
  repetitions = of_instance.description->repetitions > 0 ? of_instance.description->repetitions
                                                         : options.repetitions;
  id = of_instance.id;
  backend = of_instance.backend;
  instance = of_instance;
  groups = of_instance.description->groups;
  if (const auto& info = on_device.selected.device) {
    device = info->name;
    device_id = info->id();
  }
}

results::Record RegisteredCase::new_record(int repetition) const {
  results::Record record;
  record.benchmark_case = this;
  record.repetition = repetition;
  record.settings = settings;
  return record;
}

void Cases::add(std::vector<devices::Selected> devices, const std::vector<api::Instance>& instances,
                const Options& options) {
  for (auto& selected : devices) {
    auto& slot = slots_.emplace_back(std::move(selected));
    for (const auto& instance : instances)
      if (instance.backend == slot.selected.backend->name()) {
        auto& added = cases_.emplace_back(instance, slot, options);
        added.family = cases_.size() - 1;
      }
  }
}

std::vector<backend::DeviceInfo> Cases::devices() const {
  std::vector<backend::DeviceInfo> devices;
  for (const auto& slot : slots_)
    if (slot.selected.device) devices.push_back(*slot.selected.device);
  return devices;
}

std::string Cases::label_of(const RegisteredCase& benchmark_case) const {
  const auto& selected = benchmark_case.slot->selected;
  if (!selected.device) return "";
  const auto& note = selected.device->note;
  if (std::ranges::count_if(slots_, [&](const DeviceSlot& slot) {
        return slot.selected.backend == selected.backend;
      }) < 2)
    return note;
  return selected.device->id() + (note.empty() ? "" : ", " + note);
}

}  // namespace tickbench::suite
