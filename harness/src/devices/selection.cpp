// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "devices/selection.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "text/wording.hpp"
#include "tickbench/error.hpp"

namespace tickbench::devices {
namespace {

using backend::DeviceInfo;
using backend::DeviceType;

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool is_known(const std::string& name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

[[noreturn]] void refuse(const std::string& entry, const std::string& why) {
  throw UsageError("--tickbench_device: '" + entry + "': " + why +
                   "; expected BACKEND:INDEX, BACKEND:PART_OF_NAME, PART_OF_NAME, BACKEND or all");
}

DeviceSpec parse_entry(const std::string& entry, const std::vector<std::string>& backends) {
  using Kind = DeviceSpec::Kind;
  static const RE2 kIndex(R"(\d+(\.\d+)*)");
  static const RE2 kAlmostIndex(R"([\d.]+)");
  if (entry.empty()) refuse(entry, "an empty entry");
  if (entry == "all") return {Kind::kAll, "", "", entry};
  const auto colon = entry.find(':');
  if (colon == std::string::npos) {
    if (is_known(entry, backends)) return {Kind::kDefault, entry, "", entry};
    return {Kind::kName, "", entry, entry};
  }
  const std::string name = entry.substr(0, colon);
  const std::string value = entry.substr(colon + 1);
  if (!is_known(name, backends)) {
    std::string known;
    for (const auto& backend : backends) known += (known.empty() ? "" : ", ") + backend;
    refuse(entry, "unknown back end '" + name + "' (this program has " + known + ")" +
                      text::did_you_mean(name, backends));
  }
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
  for (const auto& device : devices) {
    const bool is_meant = spec.kind == DeviceSpec::Kind::kIndex ? device.index == spec.value
                          : is_sub_device(device.index)         ? false
                          : spec.kind == DeviceSpec::Kind::kAll
                              ? true
                              : lower(device.name).find(lower(spec.value)) != std::string::npos;
    if (is_meant) found.push_back(&device);
  }
  return found;
}

std::string in_words(const DeviceInfo& device) { return device.id() + " (" + device.name + ")"; }

class Resolver {
 public:
  explicit Resolver(const std::vector<BackendDevices>& here) : here_(here) {}

  void add(const DeviceSpec& spec) {
    bool found_any = false;
    for (const auto& of_backend : here_) {
      if (!spec.backend.empty() && spec.backend != of_backend.backend->name()) continue;
      found_any |= add(spec, of_backend);
    }
    if (found_any) return;
    for (const auto& of_backend : here_)
      if (spec.backend.empty() || spec.backend == of_backend.backend->name())
        add_missing(spec, of_backend);
  }

  Selection take() {
    // A back end for which one entry found a device needs no row about the other entry.
    for (const auto& missing : missing_) {
      const bool has_device =
          std::any_of(selection_.devices.begin(), selection_.devices.end(),
                      [&](const Selected& s) { return s.device && s.backend == missing.backend; });
      if (has_device)
        selection_.notes.push_back(missing.missing);
      else if (std::none_of(selection_.devices.begin(), selection_.devices.end(),
                            [&](const Selected& s) { return s.backend == missing.backend; }))
        selection_.devices.push_back(missing);
    }
    return std::move(selection_);
  }

 private:
  bool add(const DeviceSpec& spec, const BackendDevices& of_backend) {
    auto found = matches(spec, of_backend.devices);
    if (found.empty()) return add_sub_device(spec, of_backend);
    if (spec.kind == DeviceSpec::Kind::kName && found.size() > 1) {
      std::string all;
      for (const auto* device : found) all += (all.empty() ? "" : ", ") + in_words(*device);
      selection_.notes.push_back("--tickbench_device: '" + spec.text + "' fits " + all +
                                 "; taking " + found.front()->id());
      found.erase(found.begin() + 1, found.end());
    }
    for (const auto* device : found) add_once(of_backend, *device);
    return true;
  }

  void add_once(const BackendDevices& of_backend, const DeviceInfo& device) {
    const bool is_new =
        std::none_of(selection_.devices.begin(), selection_.devices.end(),
                     [&](const Selected& s) { return s.device && s.device->id() == device.id(); });
    if (is_new) selection_.devices.push_back({of_backend.backend, device, ""});
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
    const std::string of_name =
        "no device of the back end " + std::string(of_backend.backend->name());
    const std::string what =
        spec.kind == DeviceSpec::Kind::kIndex || spec.kind == DeviceSpec::Kind::kName
            ? "no device '" + spec.text + "'"
        : spec.kind == DeviceSpec::Kind::kAbsent
            ? of_name + " when CTest's resource file was written (tickbench devices " +
                  "--resource-spec writes it anew);"
            : of_name;
    const auto why_not = why_not_.find(spec.text);
    const std::string why = why_not == why_not_.end() ? "" : " (" + why_not->second + ")";
    missing_.push_back(
        {of_backend.backend, std::nullopt, what + why + " here: " + what_is_here(here_),
         of_backend.not_listed.has_failed ? Outcome::kDeviceError : Outcome::kNoDevice});
  }

  const std::vector<BackendDevices>& here_;
  Selection selection_;
  std::vector<Selected> missing_;
  std::map<std::string, std::string> why_not_;  ///< by the entry's text
};

}  // namespace

std::vector<DeviceSpec> parse_devices(const std::string& list,
                                      const std::vector<std::string>& backends) {
  std::vector<DeviceSpec> specs;
  if (list.empty()) {
    for (const auto& backend : backends)
      specs.push_back({DeviceSpec::Kind::kDefault, backend, "", backend});
    return specs;
  }
  std::size_t begin = 0;
  while (true) {
    const auto comma = list.find(',', begin);
    specs.push_back(parse_entry(list.substr(begin, comma - begin), backends));
    if (comma == std::string::npos) return specs;
    begin = comma + 1;
  }
}

std::vector<std::string> backends_of(const std::vector<DeviceSpec>& specs,
                                     const std::vector<std::string>& backends) {
  std::vector<std::string> result;
  for (const auto& backend : backends)
    if (std::any_of(specs.begin(), specs.end(), [&](const DeviceSpec& spec) {
          return spec.backend.empty() || spec.backend == backend;
        }))
      result.push_back(backend);
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

std::string what_is_here(const std::vector<BackendDevices>& here) {
  std::string devices;
  std::string reasons;
  for (const auto& entry : here) {
    for (const auto& device : entry.devices)
      devices += (devices.empty() ? "" : ", ") + in_words(device);
    if (entry.devices.empty() || entry.not_listed.has_failed)
      reasons += (reasons.empty() ? "" : "; ") + std::string(entry.backend->name()) + ": " +
                 (entry.not_listed.reason.empty() ? "no device" : entry.not_listed.reason);
  }
  if (devices.empty()) return reasons.empty() ? "no back end" : reasons;
  const bool has_failed = std::any_of(
      here.begin(), here.end(), [](const auto& entry) { return entry.not_listed.has_failed; });
  return has_failed ? devices + "; " + reasons : devices;
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

}  // namespace tickbench::devices
