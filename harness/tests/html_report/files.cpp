// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/files.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace tickbench::html_report::test {
namespace {

Json around(double value) {
  return {{"value", value}, {"low", 0.99 * value}, {"high", 1.01 * value}, {"level", 0.95}};
}

void add_speed_ups(Json& entry, double over) {
  auto& metrics = entry["tickbench"]["metrics"];
  metrics["speedup_tbb"] = around(over);
  metrics["speedup_serial"] = around(2 * over);
  metrics["speedup_host_tbb"] = around(over / 4);
  metrics["speedup_host_serial"] = around(over / 2);
}

Json without_result(const std::string& id, const std::string& outcome, const std::string& message) {
  Json bad = entry(id, 1e-6);
  bad["tickbench"]["outcome"] = outcome;
  bad["tickbench"]["message"] = message;
  bad["tickbench"]["metrics"] = Json::object();
  return bad;
}

}  // namespace

std::string TemporaryFolder::write(const std::string& name, const std::string& text) const {
  std::ofstream(*this / name, std::ios::binary) << text;
  return (*this / name).string();
}

std::string TemporaryFolder::write(const std::string& name, const Json& json) const {
  return write(name, json.dump());
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Json entry(const std::string& id, double seconds, const std::string& device) {
  return {{"name", id + "/manual_time"},
          {"run_type", "iteration"},
          {"repetition_index", 0},
          {"tickbench",
           {{"id", id},
            {"backend", "opencl"},
            {"device", device},
            {"device_id", "opencl:0"},
            {"outcome", "passed"},
            {"settings", {{"mode", "both"}, {"precision", 0.01}}},
            {"methods", {{"isolated", "event"}, {"batched", "bracket"}}},
            {"metrics",
             {{"time", around(seconds)},
              {"isolated_time", around(seconds + 1e-6)},
              {"host_time", around(seconds + 1e-5)},
              {"noise", {{"value", 0.01}}}}},
            {"samples", {{"isolated", 45}, {"batched", 30}}},
            {"stop_reason", {{"isolated", "precision"}, {"batched", "precision"}}},
            {"batch", 256},
            {"converged", true}}}};
}

Json entry(const std::string& id, double seconds, double bytes, double flops) {
  Json result = entry(id, seconds);
  auto& metrics = result["tickbench"]["metrics"];
  if (bytes > 0) metrics["bytes_per_second"] = around(bytes / seconds);
  if (flops > 0) metrics["flops_per_second"] = around(flops / seconds);
  return result;
}

Json moved(const std::string& id, double seconds, double bytes, const std::string& from,
           const std::string& to) {
  Json result = entry(id, seconds, bytes, 0);
  result["tickbench"]["axis"] = {{"name", "bytes"}, {"value", bytes}, {"unit", "B"}};
  result["tickbench"]["memories"] = {{"from", from}, {"to", to}};
  return result;
}

Json plain_entry(const std::string& name, double seconds) {
  return {{"name", name},     {"run_name", name},     {"run_type", "iteration"},
          {"iterations", 10}, {"real_time", seconds}, {"cpu_time", seconds / 2},
          {"time_unit", "s"}};
}

Json results(const Json& entries) {
  return {{"context",
           {{"tickbench",
             {{"version", "1.2.3"},
              {"commit", "0123abc"},
              {"command_line", "suite --tickbench_large"},
              {"started", "2026-01-02T03:04:05Z"},
              {"host", {{"cpu", "A CPU"}, {"os", "An OS"}}},
              {"devices",
               {{{"id", "opencl:0"},
                 {"name", "Test Device"},
                 {"driver", "4.5"},
                 {"compute_units", 16},
                 {"peaks", {{"bytes_per_second", 1e12}, {"flops_per_second", 1e13}}},
                 {"clock_check", {{"verdict", "sound"}, {"message", ""}}}}}}}}}},
          // A list of one in braces is the one itself.
          {"benchmarks", entries.is_array() ? entries : Json::array({entries})}};
}

Json suite() {
  Json entries = Json::array();
  for (const double n : {1024.0, 16384.0, 262144.0})
    entries.push_back(
        entry("opencl/copy/" + std::to_string(static_cast<int>(n)), 2e-6 + 8 * n / 1e12, 8 * n, 0));
  for (const double n : {32.0, 64.0, 128.0}) {
    entries.push_back(entry("opencl/matmul/" + std::to_string(static_cast<int>(n)),
                            2e-6 + 2 * n * n * n / 1e12, 12 * n * n, 2 * n * n * n));
    add_speed_ups(entries.back(), n / 16);
  }
  for (const auto& [from, to] : {std::pair("heap", "device"), std::pair("device", "heap")})
    for (const double bytes : {8192.0, 32768.0, 8388608.0, 33554432.0})
      entries.push_back(moved(std::string("opencl/transfer/") + from + "_to_" + to + "/" +
                                  std::to_string(static_cast<int>(bytes)),
                              5e-6 + bytes / 1e10, bytes, from, to));
  entries[0]["tickbench"]["launch"] = {{"queued_to_submit", around(1e-6)},
                                       {"submit_to_start", around(4e-6)},
                                       {"start_to_end", around(3e-6)}};
  entries[1]["tickbench"]["converged"] = false;
  entries.push_back(without_result("opencl/broken/64", "wrong_result",
                                   "element 17: expected 0.25, found 0.5\n12 of 64 differ"));
  entries.push_back(without_result("opencl/copy/1099511627776", "over_limit", "8 TiB of 4 GiB"));
  return results(entries);
}

Json samples(const std::string& id, const std::vector<double>& seconds) {
  return {{"schema", "tickbench-samples/1"},
          {"benchmarks",
           {{{"id", id},
             {"device", "Test Device"},
             {"repetition", 0},
             {"mode", "batched"},
             {"method", "bracket"},
             {"launches_per_bracket", 256},
             {"device_seconds", seconds},
             {"host_seconds", seconds}}}}};
}

void expect_golden(const std::string& name, const std::string& text) {
  const std::filesystem::path path = std::filesystem::path(TICKBENCH_GOLDEN) / name;
  if (std::getenv("TICKBENCH_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  EXPECT_EQ(read(path), text) << "golden file " << path
                              << "; run with TICKBENCH_UPDATE_GOLDEN=1 where the change is wanted";
}

}  // namespace tickbench::html_report::test
