// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "devices/selection.hpp"
#include "results/write.hpp"

namespace tickbench::devices {
namespace {

using Row = std::array<std::string, 7>;

std::string in_gib(std::uint64_t bytes) {
  return bytes == 0 ? "?" : fmt::format("{:.1f} GiB", static_cast<double>(bytes) / (1U << 30U));
}

void print(const std::vector<Row>& rows, std::ostream& out) {
  std::array<std::size_t, std::tuple_size_v<Row>> widths{};
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
      line += row[i] + std::string(widths[i] - row[i].size() + 2, ' ');
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
  }
}

void list_as_table(const std::vector<BackendDevices>& here, std::ostream& out) {
  std::vector<Row> rows{{"DEVICE", "NAME", "TYPE", "UNITS", "MEMORY", "DRIVER", "NOTE"}};
  for (const auto& entry : here) {
    const auto* chosen = default_device(entry.devices);
    for (const auto& device : entry.devices) {
      std::string note = &device == chosen ? "default" : "";
      if (!device.note.empty()) note += (note.empty() ? "" : ", ") + device.note;
      rows.push_back({device.id(), device.name, std::string(to_string(device.type)),
                      std::to_string(device.compute_units), in_gib(device.memory), device.driver,
                      note});
    }
  }
  if (rows.size() > 1) print(rows, out);
}

void list_as_json(const std::vector<BackendDevices>& here, std::ostream& out) {
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
  out << results::Json{{"devices", devices}, {"without_devices", missing}}.dump(
             2, ' ', false, results::Json::error_handler_t::replace)
      << '\n';
}

}  // namespace

void list_devices(const std::vector<BackendDevices>& here, bool as_json, std::ostream& out,
                  std::ostream& err) {
  if (as_json)
    list_as_json(here, out);
  else
    list_as_table(here, out);
  for (const auto& entry : here)
    if (!entry.not_listed.reason.empty() || entry.devices.empty())
      err << entry.backend->name() << (entry.devices.empty() ? ": no device: " : ": not listed: ")
          << entry.not_listed.reason << '\n';
}

}  // namespace tickbench::devices
