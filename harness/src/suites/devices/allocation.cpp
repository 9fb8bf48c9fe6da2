// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "devices/allocation.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>

#include "results/write.hpp"
#include "text/wording.hpp"
#include "tickbench/error.hpp"

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
  std::replace(text.begin(), text.end(), from, to);
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

}  // namespace tickbench::devices
