// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/cases.hpp"

#include <algorithm>

#include "measurement/host_memory.hpp"

namespace tickbench::suite {
namespace {

std::size_t displaced(const Options& options, const std::optional<backend::DeviceInfo>& device) {
  if (options.cold_bytes) return *options.cold_bytes;
  return device ? displaced_bytes(device->cache, device->memory) : displaced_bytes(0, 0);
}

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
    settings.displace_bytes = displaced(options, device);
    settings.host_displace_bytes = options.cold_bytes ? *options.cold_bytes : host_displaced();
  }
  settings.modes = options.modes;
  settings.verify_only = options.verify_only;
  settings.reads_clocks = !options.trace_out.empty();
  if (const auto chosen = options.choices.find(instance.backend); chosen != options.choices.end())
    settings.choices = chosen->second;
  return settings;
}

}  // namespace

RegisteredCase::RegisteredCase(const api::Instance& of_instance, DeviceSlot& on_device,
                               const Options& options)
    : slot(&on_device),
      settings(settings_of(options, of_instance, on_device.selected.device)),
      repetitions(of_instance.description->repetitions > 0 ? of_instance.description->repetitions
                                                           : options.repetitions) {
  id = of_instance.id;
  backend = of_instance.backend;
  instance = of_instance;
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
  if (std::count_if(slots_.begin(), slots_.end(), [&](const DeviceSlot& slot) {
        return slot.selected.backend == selected.backend;
      }) < 2)
    return note;
  return selected.device->id() + (note.empty() ? "" : ", " + note);
}

}  // namespace tickbench::suite
