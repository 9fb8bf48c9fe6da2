// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "devices/selection.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <cstdlib>
#include <iterator>

#include "results/write.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench::devices {
namespace {

/// In place of an index: the back end had no device.
constexpr const char* kNone = "none";
/// More than CTest runs tests at once: those that are only skipped need not wait for each other.
constexpr int kAbsentDeviceSlots = 1024;

std::string variable(const std::string& name) {
  const char* text = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe)
  return text == nullptr ? "" : text;
}

std::string replaced(std::string text, char from, char to) {
  std::ranges::replace(text, from, to);
  return text;
}

/// "id:0,slots:1;id:2,slots:1", or "id:none,slots:1".
std::vector<std::string> indices_in(const std::string& name, const std::string& text) {
  static const RE2 kDeviceEntry("id:([0-9]+(?:_[0-9]+)?|none),slots:[0-9]+(?:;|$)");
  std::vector<std::string> indices;
  re2::StringPiece rest(text);
  std::string id;
  while (RE2::Consume(&rest, kDeviceEntry, &id)) indices.push_back(replaced(id, '_', '.'));
  if (!rest.empty() || indices.empty())
    throw UsageError(
        fmt::format("{}={}: expected devices as id:INDEX,slots:N, found something else (tickbench "
                    "devices --resource-spec writes the file for ctest --resource-spec-file)",
                    name, text));
  return indices;
}

using backend::DeviceInfo;
using backend::DeviceType;

[[noreturn]] void refuse(const std::string& entry, const std::string& why) {
  throw UsageError(
      fmt::format("--tickbench_device: '{}': {}; expected BACKEND:INDEX, BACKEND:PART_OF_NAME, "
                  "PART_OF_NAME, BACKEND or all",
                  entry, why));
}

DeviceSpec parse_entry(const std::string& entry, const std::vector<std::string>& backends) {
  using Kind = DeviceSpec::Kind;
  static const RE2 kIndex(R"(\d+(\.\d+)*)");
  static const RE2 kAlmostIndex(R"([\d.]+)");
  if (entry.empty()) refuse(entry, "an empty entry");
  if (entry == "all") return {Kind::kAll, "", "", entry};
  const auto colon = entry.find(':');
  if (colon == std::string::npos) {
    if (std::ranges::count(backends, entry) > 0) return {Kind::kDefault, entry, "", entry};
    return {Kind::kName, "", entry, entry};
  }
  const std::string name = entry.substr(0, colon);
  const std::string value = entry.substr(colon + 1);
  if (std::ranges::count(backends, name) == 0)
    refuse(entry, fmt::format("unknown back end '{}' (this program has {}){}", name,
                              fmt::join(backends, ", "), text::did_you_mean(name, backends)));
  if (value.empty()) refuse(entry, "nothing after the colon");
  if (value == "all") return {Kind::kAll, name, "", entry};
  if (RE2::FullMatch(value, kIndex)) return {Kind::kIndex, name, value, entry};
  if (RE2::FullMatch(value, kAlmostIndex)) refuse(entry, "not an index");
  return {Kind::kName, name, value, entry};
}

bool is_sub_device(const std::string& index) { return index.find('.') != std::string::npos; }

/// The devices of one back end that an entry means.
std::vector<const DeviceInfo*> matches(const DeviceSpec& spec,
                                       const std::vector<DeviceInfo>& devices) {
  std::vector<const DeviceInfo*> found;
  if (spec.kind == DeviceSpec::Kind::kAbsent) return found;
  if (spec.kind == DeviceSpec::Kind::kDefault) {
    if (const auto* device = default_device(devices)) found.push_back(device);
    return found;
  }
  // All have the empty part of a name.
  const auto part = text::lower(spec.value);
  for (const auto& device : devices)
    if (spec.kind == DeviceSpec::Kind::kIndex
            ? device.index == spec.value
            : !is_sub_device(device.index) &&
                  text::lower(device.name).find(part) != std::string::npos)
      found.push_back(&device);
  return found;
}

std::string in_words(const DeviceInfo& device) {
  return fmt::format("{} ({})", device.id(), device.name);
}

/// `opencl:0 (NVIDIA H200), ...`, or why there is none.
std::string describe_devices(const std::vector<BackendDevices>& here) {
  std::vector<std::string> devices, reasons;
  bool has_failed = false;
  for (const auto& [backend, found, not_listed] : here) {
    std::ranges::transform(found, std::back_inserter(devices), in_words);
    has_failed |= not_listed.has_failed;
    if (found.empty() || not_listed.has_failed)
      reasons.push_back(fmt::format("{}: {}", backend->name(),
                                    not_listed.reason.empty() ? "no device" : not_listed.reason));
  }
  const auto why_not = fmt::format("{}", fmt::join(reasons, "; "));
  if (devices.empty()) return reasons.empty() ? "no back end" : why_not;
  return fmt::format("{}{}{}", fmt::join(devices, ", "), has_failed ? "; " : "",
                     has_failed ? why_not : "");
}

class Resolver {
 public:
  explicit Resolver(const std::vector<BackendDevices>& here) : available_(here) {}

  void add(const DeviceSpec& spec) {
    const auto is_meant = [&spec](const BackendDevices& one) {
      return spec.backend.empty() || spec.backend == one.backend->name();
    };
    bool found_any = false;
    for (const auto& one : available_) found_any |= is_meant(one) && add(spec, one);
    if (found_any) return;
    refuse_misspelt(spec);
    for (const auto& one : available_)
      if (is_meant(one)) add_missing(spec, one);
  }

  Selection take() {
    // A back end for which one entry found a device needs no row about the other entry.
    for (const auto& missing : missing_) {
      auto& devices = selection_.devices;
      const auto known = std::ranges::find(devices, missing.backend, &Selected::backend);
      if (known == devices.end())
        devices.push_back(missing);
      else if (known->device)
        selection_.notes.push_back(missing.missing);
    }
    return std::move(selection_);
  }

 private:
  /// A word that no device has in its name is skipped, as on a machine without that device. One
  /// that is nearly a back end's is a slip of the finger, on every machine.
  void refuse_misspelt(const DeviceSpec& spec) const {
    if (spec.kind != DeviceSpec::Kind::kName || !spec.backend.empty()) return;
    std::vector<std::string> backends;
    for (const auto& here : available_) backends.emplace_back(here.backend->name());
    if (const auto meant = text::did_you_mean(text::lower(spec.text), backends); !meant.empty())
      refuse(spec.text, "neither a back end nor part of the name of a device here" + meant);
  }

  bool add(const DeviceSpec& spec, const BackendDevices& of_backend) {
    auto found = matches(spec, of_backend.devices);
    if (found.empty()) return add_sub_device(spec, of_backend);
    if (spec.kind == DeviceSpec::Kind::kName && found.size() > 1) {
      std::vector<std::string> all;
      for (const auto* device : found) all.push_back(in_words(*device));
      selection_.notes.push_back(fmt::format("--tickbench_device: '{}' fits {}; taking {}",
                                             spec.text, fmt::join(all, ", "), found.front()->id()));
      found.erase(found.begin() + 1, found.end());
    }
    for (const auto* device : found) add_once(of_backend, *device);
    return true;
  }

  void add_once(const BackendDevices& of_backend, const DeviceInfo& device) {
    auto& devices = selection_.devices;
    if (std::ranges::none_of(devices, [&](const Selected& one) {
          return one.device && one.device->id() == device.id();
        }))
      devices.push_back({of_backend.backend, device, ""});
  }

  /// Back ends describe their sub-devices only when asked.
  bool add_sub_device(const DeviceSpec& spec, const BackendDevices& of_backend) {
    if (spec.kind != DeviceSpec::Kind::kIndex || !is_sub_device(spec.value)) return false;
    try {
      const auto device = of_backend.backend->describe(spec.value);
      if (device) add_once(of_backend, *device);
      return device.has_value();
    } catch (const Error& error) {
      why_not_[spec.text] = error.what();
      return false;
    }
  }

  void add_missing(const DeviceSpec& spec, const BackendDevices& of_backend) {
    std::string missing =
        spec.kind == DeviceSpec::Kind::kIndex || spec.kind == DeviceSpec::Kind::kName
            ? fmt::format("no device '{}'", spec.text)
            : fmt::format("no device of the back end {}", of_backend.backend->name());
    if (spec.kind == DeviceSpec::Kind::kAbsent)
      missing +=
          " when CTest's resource file was written (tickbench devices --resource-spec writes it "
          "anew);";
    if (const auto why_not = why_not_.find(spec.text); why_not != why_not_.end())
      missing += fmt::format(" ({})", why_not->second);
    missing += " here: " + describe_devices(available_);
    if (spec.kind == DeviceSpec::Kind::kName)
      missing += "; --tickbench_device takes ids and parts of names";
    missing_.push_back(
        {of_backend.backend, std::nullopt, missing,
         of_backend.not_listed.has_failed ? Outcome::kDeviceError : Outcome::kNoDevice});
  }

  const std::vector<BackendDevices>& available_;
  Selection selection_;
  std::vector<Selected> missing_;
  std::map<std::string, std::string> why_not_;  ///< by the entry's text
};

std::string in_gib(std::uint64_t bytes) {
  return bytes == 0 ? "?" : fmt::format("{:.1f} GiB", static_cast<double>(bytes) / (1U << 30U));
}

void list_as_table(const std::vector<BackendDevices>& here, std::ostream& out,
                   const text::Terminal& terminal) {
  std::vector<text::TableRow> rows;
  for (const auto& entry : here) {
    const auto* chosen = default_device(entry.devices);
    for (const auto& device : entry.devices) {
      std::string note = &device == chosen ? "default" : "";
      if (!device.note.empty()) note += (note.empty() ? "" : ", ") + device.note;
      rows.push_back({{device.id(), text::visible(device.name), std::string(to_string(device.type)),
                       device.compute_units > 0 ? std::to_string(device.compute_units) : "?",
                       in_gib(device.memory), text::visible(device.driver), text::visible(note)}});
    }
  }
  text::print_table(out,
                    {{"device"},
                     {"name"},
                     {"type"},
                     {"units", text::kNumbers | text::kOptional},
                     {"memory", text::kNumbers | text::kOptional},
                     {"driver", text::kOptional},
                     {"note"}},
                    rows, terminal);
}

void list_as_json(const std::vector<BackendDevices>& here, const std::string& cpu,
                  std::ostream& out) {
  results::Json devices = results::Json::array();
  results::Json missing = results::Json::object();
  for (const auto& entry : here) {
    const auto* chosen = default_device(entry.devices);
    for (const auto& device : entry.devices) {
      devices.push_back(results::to_json(device));
      devices.back()["default"] = &device == chosen;
    }
    if (entry.devices.empty())
      missing[std::string(entry.backend->name())] = entry.not_listed.reason;
  }
  results::Json json{{"devices", devices}, {"without_devices", missing}};
  if (!cpu.empty()) json["host"] = {{"cpu", cpu}};
  out << json.dump(2, ' ', true, results::Json::error_handler_t::replace) << '\n';
}

}  // namespace

Allocation allocated_devices(const std::vector<std::string>& backends) {
  Allocation allocation;
  const std::string count = variable("CTEST_RESOURCE_GROUP_COUNT");
  if (count.empty()) return allocation;
  for (int group = 0; group < std::atoi(count.c_str()); ++group)
    for (const auto& backend : backends) {
      const auto name = fmt::format("CTEST_RESOURCE_GROUP_{}_{}", group, text::upper(backend));
      const std::string text = variable(name);
      if (text.empty()) continue;
      for (const auto& index : indices_in(name, text)) allocation[backend].push_back(index);
    }
  return allocation;
}

std::vector<DeviceSpec> with_allocation(const std::vector<DeviceSpec>& defaults,
                                        const Allocation& allocation) {
  std::vector<DeviceSpec> specs;
  for (const auto& spec : defaults)
    if (const auto found = allocation.find(spec.backend); found == allocation.end())
      specs.push_back(spec);
    else
      for (const auto& index : found->second)
        specs.push_back({index == kNone ? DeviceSpec::Kind::kAbsent : DeviceSpec::Kind::kIndex,
                         spec.backend, index, spec.backend + ":" + index});
  return specs;
}

void require_allocated(const std::vector<Selected>& devices, const Allocation& allocation) {
  for (const auto& selected : devices) {
    const std::string backend(selected.backend->name());
    const auto found = allocation.find(backend);
    if (found == allocation.end()) continue;
    const auto& indices = found->second;
    const auto given = fmt::format("CTest has given this test {0}:{1}", backend,
                                   fmt::join(indices, fmt::format(", {}:", backend)));
    if (!selected.device && indices.front() == kNone) continue;
    if (!selected.device)
      throw UsageError(fmt::format("{}: {} (tickbench devices --resource-spec writes what is here)",
                                   given, selected.missing));
    if (std::ranges::find(indices, selected.device->index) == indices.end())
      throw UsageError(
          fmt::format("--tickbench_device: {}, found {} ({}): expected no other device", given,
                      selected.device->id(), selected.device->name));
  }
}

void write_resource_spec(const std::vector<BackendDevices>& here, std::ostream& out) {
  results::Json local = results::Json::object();
  for (const auto& entry : here) {
    const auto* chosen = default_device(entry.devices);
    results::Json devices = results::Json::array();
    if (chosen == nullptr) devices.push_back({{"id", kNone}, {"slots", kAbsentDeviceSlots}});
    for (const auto& device : entry.devices)
      if (chosen != nullptr && device.type == chosen->type)
        devices.push_back({{"id", replaced(device.index, '.', '_')}, {"slots", 1}});
    local[std::string(entry.backend->name())] = devices;
  }
  out << results::Json{{"version", {{"major", 1}, {"minor", 0}}},
                       {"local", results::Json::array({local})}}
             .dump(2)
      << '\n';
}

std::vector<DeviceSpec> parse_devices(const std::string& list,
                                      const std::vector<std::string>& backends) {
  std::vector<DeviceSpec> specs;
  if (list.empty()) {
    for (const auto& backend : backends)
      specs.push_back({DeviceSpec::Kind::kDefault, backend, "", backend});
    return specs;
  }
  for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    end = list.find(',', begin);
    specs.push_back(parse_entry(list.substr(begin, end - begin), backends));
  }
  return specs;
}

std::vector<std::string> select_backends(const std::vector<DeviceSpec>& specs,
                                         const std::vector<std::string>& backends) {
  auto result = backends;
  std::erase_if(result, [&](const std::string& backend) {
    return std::ranges::none_of(specs, [&](const DeviceSpec& spec) {
      return spec.backend.empty() || spec.backend == backend;
    });
  });
  return result;
}

std::vector<std::string> names_of(const std::vector<backend::Backend*>& backends) {
  std::vector<std::string> names;
  for (const auto* backend : backends) names.emplace_back(backend->name());
  return names;
}

std::vector<BackendDevices> enumerate(const std::vector<backend::Backend*>& backends) {
  std::vector<BackendDevices> result;
  for (auto* backend : backends) {
    auto& entry = result.emplace_back();
    entry.backend = backend;
    entry.devices = backend->devices(entry.not_listed);
  }
  return result;
}

const DeviceInfo* default_device(const std::vector<DeviceInfo>& devices) {
  for (const DeviceType type :
       {DeviceType::kGpu, DeviceType::kAccelerator, DeviceType::kCpu, DeviceType::kOther})
    for (const auto& device : devices)
      if (device.type == type && !is_sub_device(device.index)) return &device;
  return nullptr;
}

Selection resolve(const std::vector<DeviceSpec>& specs, const std::vector<BackendDevices>& here) {
  Resolver resolver(here);
  for (const auto& spec : specs) resolver.add(spec);
  return resolver.take();
}

void list_devices(const std::vector<BackendDevices>& here, bool as_json, std::ostream& out,
                  std::ostream& err, const text::Terminal& terminal, const std::string& cpu) {
  if (as_json)
    list_as_json(here, cpu, out);
  else
    list_as_table(here, out, terminal);
  if (!as_json && !cpu.empty())
    out << "host: " << text::visible(cpu) << " (of plain Google Benchmark programs)\n";
  for (const auto& entry : here)
    if (!entry.not_listed.reason.empty() || entry.devices.empty())
      err << entry.backend->name() << (entry.devices.empty() ? ": no device: " : ": not listed: ")
          << entry.not_listed.reason << '\n';
}

}  // namespace tickbench::devices
