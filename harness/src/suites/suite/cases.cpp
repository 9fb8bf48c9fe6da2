// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/cases.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>

#include "measurement/host_memory.hpp"
#include "suite/run_state.hpp"
#include "text/plain_names.hpp"
#include "text/wording.hpp"

namespace tickbench::suite {
namespace {

/// Where no precision is asked for, sampling aims at 1 % as long as its budget lasts, and a row is
/// good at what that time reaches on a shared processor: 5 % in half a second.
double reachable(Seconds budget) {
  return std::round(5 * std::sqrt(std::clamp(0.5 / budget.count(), 1.0, 25.0))) / 100;
}

/// As in Google Benchmark, what a registration states goes before the flag.
results::Settings settings_of(const Options& of_run, const api::Instance& instance,
                              const std::optional<backend::DeviceInfo>& device) {
  results::Settings settings;
  const auto& description = *instance.description;
  const auto options = with_stated(of_run, description);
  static_cast<MeasurementSettings&>(settings) = options.settings;
  if (description.minimum_time > 0 || description.samples > 0) {
    settings.minimum_time = Seconds(description.minimum_time);
    settings.samples = description.samples;
  }
  settings.version = description.version;
  if (description.minimum_warm_up > 0)
    settings.minimum_warm_up = Seconds(description.minimum_warm_up);
  if (settings.cache != Cache::kWarm) {
    const auto info = device.value_or(backend::DeviceInfo{});
    settings.displace_bytes = options.cold_bytes.value_or(displaced_bytes(info.cache, info.memory));
    settings.host_displace_bytes = options.cold_bytes.value_or(host_displaced());
  }
  if (!std::isfinite(settings.wide)) settings.wide = reachable(settings.budget);
  settings.modes = options.modes;
  settings.graphs = options.modes == results::Modes::kGraph;
  settings.purpose = options.profile       ? results::Purpose::kProfile
                     : options.verify_only ? results::Purpose::kVerify
                                           : results::Purpose::kMeasure;
  settings.reads_clocks = !options.trace_out.empty();
  settings.energy = options.energy;
  settings.own = options.own;
  if (const auto chosen = options.choices.find(instance.backend); chosen != options.choices.end())
    settings.choices = chosen->second;
  return settings;
}

std::string list_hint(std::string_view asked, const std::vector<std::string>& names,
                      std::size_t ids) {
  return fmt::format("{} (--tickbench_list lists the {} ids)", text::did_you_mean(asked, names),
                     ids);
}

/// The ids, and what lies between any two slashes of them: a filter may mean a part.
std::vector<std::string> id_parts(const std::vector<api::Instance>& instances) {
  std::set<std::string> parts;
  for (const auto& id : instance_ids(instances)) {
    const auto path = id + '/';
    for (std::size_t begin = 0; begin < path.size(); begin = path.find('/', begin) + 1)
      for (auto end = path.find('/', begin); end != path.npos; end = path.find('/', end + 1))
        if (end > begin) parts.insert(path.substr(begin, end - begin));
  }
  return {parts.begin(), parts.end()};
}

/// Of a filter that matches nothing, without what stands for the ends of a name.
std::string near_filter(const std::string& pattern, const std::vector<api::Instance>& instances) {
  std::string part;
  RE2::FullMatch(pattern, "(?s)-?\\^?(.*?)\\$?", &part);
  return list_hint(part, id_parts(instances), instances.size());
}

std::vector<api::Instance> with_ids(std::vector<api::Instance> instances,
                                    const std::vector<std::string>& ids) {
  for (const auto& id : ids)
    if (std::ranges::none_of(instances,
                             [&](auto& one) { return std::ranges::count(one.names, id); }))
      throw UsageError(fmt::format(
          "--tickbench_benchmark={}: expected the id of a benchmark, found none{}", id,
          list_hint(text::without_suffixes(id), instance_ids(instances), instances.size())));
  std::erase_if(instances, [&](const api::Instance& instance) {
    return std::ranges::find_first_of(instance.names, ids) == instance.names.end();
  });
  return instances;
}

/// --benchmark_filter: whether it takes a benchmark of this name and these ids, by a part of one of
/// them; behind a `-` those that it does not match. Throws UsageError.
auto make_filter(const std::string& filter) {
  const bool is_negative = filter.starts_with('-');
  const auto regex = std::make_shared<const RE2>(
      filter == "all" ? "" : filter.substr(is_negative ? 1 : 0), RE2::Quiet);
  if (!regex->ok())
    throw UsageError(fmt::format("--benchmark_filter={}: expected a regular expression (RE2): {}",
                                 filter, regex->error()));
  return [is_negative, regex](const std::string& name, const std::vector<std::string>& ids) {
    const auto is_match = [&](const auto& text) { return RE2::PartialMatch(text, *regex); };
    return (is_match(name) || std::ranges::any_of(ids, is_match)) != is_negative;
  };
}

bool is_present(const devices::Selected& selected) { return selected.device.has_value(); }

/// Of back ends that have no row to say so.
void note_failed_drivers(const std::vector<devices::BackendDevices>& here,
                         const std::vector<devices::Selected>& devices, Messages& messages) {
  for (const auto& entry : here) {
    const bool is_said = std::ranges::any_of(devices, [&](const devices::Selected& selected) {
      return selected.backend == entry.backend && !is_present(selected);
    });
    if (entry.not_listed.has_failed && !is_said)
      messages.note(fmt::format("{}: {}", entry.backend->name(), entry.not_listed.reason));
  }
}

/// Nobody asked for a back end that has no device here: a note behind the table instead of a
/// skipped row for each benchmark, unless nothing else would be left.
void leave_out_absent(const std::vector<devices::BackendDevices>& here,
                      std::vector<devices::Selected>& devices, Messages& messages) {
  if (std::ranges::none_of(devices, is_present)) return;
  std::erase_if(devices, [](const devices::Selected& selected) { return !is_present(selected); });
  for (const auto& entry : here)
    if (std::ranges::find(devices, entry.backend, &devices::Selected::backend) == devices.end())
      messages.note_at_end(
          fmt::format("{} is left out, without a device here{}", entry.backend->name(),
                      entry.not_listed.reason.empty() ? "" : ": " + entry.not_listed.reason));
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
    api::in_step("measuring the device's peaks",
                 [&] { found.peaks = environment.peaks(*device_); });
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
    : slot(&on_device) {
  settings = settings_of(options, of_instance, on_device.selected.device);
  repetitions = of_instance.description->repetitions > 0 ? of_instance.description->repetitions
                                                         : options.repetitions;
  id = of_instance.id;
  former_ids = {of_instance.names.begin() + 1, of_instance.names.end()};
  backend = of_instance.backend;
  instance = of_instance;
  groups = of_instance.description->groups;
  if (const auto& info = on_device.selected.device) {
    device = info->name;
    device_id = info->id();
    pci_address = info->pci_address;
  }
}

void Cases::add(std::vector<devices::Selected> devices, const std::vector<api::Instance>& instances,
                const Options& options) {
  for (auto& selected : devices) {
    auto& slot = slots.emplace_back(std::move(selected));
    for (const auto& instance : instances)
      if (instance.backend == slot.selected.backend->name()) {
        auto& added = all.emplace_back(instance, slot, options);
        added.family = all.size() - 1;
      }
  }
}

std::string Cases::label_of(const RegisteredCase& benchmark_case) const {
  const auto& selected = benchmark_case.slot->selected;
  if (!selected.device) return "";
  const auto& note = selected.device->note;
  if (std::ranges::count_if(slots, [&](const DeviceSlot& slot) {
        return slot.selected.backend == selected.backend;
      }) < 2)
    return note;
  return selected.device->id() + (note.empty() ? "" : ", " + note);
}

std::vector<std::string> instance_ids(const std::vector<api::Instance>& instances) {
  std::vector<std::string> ids;
  for (const auto& instance : instances) ids.push_back(instance.id);
  return ids;
}

std::vector<api::Instance> all_instances(const Options& options, const Environment& environment) {
  const auto backends = devices::names_of(environment.backends);
  const auto& registrations = environment.registrations;
  auto all = api::expand(registrations, backends);
  auto asked = api::parse_axes(options.axes, registrations);
  // Words choose rows, and no partners.
  std::erase_if(asked, [&](const auto& entry) {
    return std::ranges::none_of(registrations, [&](const auto* registration) {
      const auto& axes = registration->description().axes;
      const auto axis = std::ranges::find(axes, entry.first, &detail::Axis::name);
      return axis != axes.end() && (axis->kind < detail::AxisKind::kString || !axis->zip.empty());
    });
  });
  if (!asked.empty())
    std::ranges::move(api::expand(registrations, backends, asked), std::back_inserter(all));
  return all;
}

std::vector<api::Instance> select(const std::vector<api::Instance>& instances,
                                  const Options& options, bool may_be_none) {
  const auto& [filter, ids] = std::tie(options.filter, options.ids);
  auto chosen = ids.empty() ? instances : with_ids(instances, ids);
  const auto matches = make_filter(filter);
  std::erase_if(chosen, [&](const api::Instance& instance) {
    return !matches(instance.full_name, instance.names);
  });
  if (chosen.empty() && !may_be_none)
    throw UsageError(
        fmt::format("--benchmark_filter={}: expected to match a benchmark, matches none{}", filter,
                    near_filter(filter, instances)));
  if (options.large) return chosen;
  const auto large = std::erase_if(chosen, std::mem_fn(&api::Instance::is_large));
  if (large > 0 && (!ids.empty() || (chosen.empty() && !may_be_none)))
    throw UsageError(fmt::format(
        "expected sizes below ->LargeFrom, found {} from it on: --tickbench_large runs them",
        text::counted(large, "benchmark")));
  return chosen;
}

std::vector<std::string> select_plain(const std::vector<std::string>& names,
                                      const Options& options) {
  const auto matches = make_filter(options.filter);
  const auto all = text::plain_ids(names);
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (options.ids.empty() && matches(names[i], {all[i]})) ids.push_back(all[i]);
  return ids;
}

std::vector<devices::Selected> choose_devices(const std::vector<devices::DeviceSpec>& specs,
                                              const std::vector<api::Instance>& instances,
                                              const Options& options,
                                              const Environment& environment, Messages& messages) {
  const auto given = devices::allocated_devices(devices::names_of(environment.backends));
  for (auto* backend : environment.backends)
    if (const auto chosen = options.choices.find(std::string(backend->name()));
        chosen != options.choices.end())
      for (const auto& [setting, value] : chosen->second) backend->choose(setting, value);
  auto needed = environment.backends;
  std::erase_if(needed, [&](const backend::Backend* backend) {
    return std::ranges::find(instances, backend->name(), &api::Instance::backend) ==
           instances.end();
  });
  const auto here = devices::enumerate(needed);
  const bool is_stated = !options.devices.empty();
  auto [chosen, notes] =
      devices::resolve(is_stated ? specs : devices::with_allocation(specs, given), here);
  devices::require_allocated(chosen, given);
  for (const auto& note : notes) messages.note(note);
  note_failed_drivers(here, chosen, messages);
  if (!is_stated && options.ids.empty()) leave_out_absent(here, chosen, messages);
  return chosen;
}

}  // namespace tickbench::suite
