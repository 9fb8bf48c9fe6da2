// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <cstdlib>
#include <ctime>

#include "conditions/cpu_model.hpp"
#include "metrics/metric_info.hpp"
#include "results/fields.hpp"
#include "suite/commit.inc"
#include "suite/run_outputs.hpp"

namespace tickbench::suite {
namespace {

results::Json host() {
  utsname kernel{};
  ::uname(&kernel);
  return {{"cpu", conditions::cpu_model()},
          {"os", conditions::value_in("/etc/os-release", "PRETTY_NAME", '=')},
          {"kernel", std::string(kernel.sysname) + " " + kernel.release}};
}

#if defined(__clang__)
constexpr const char* kCompiler = "clang " __clang_version__;
#else
constexpr const char* kCompiler = "gcc " __VERSION__;
#endif

}  // namespace

std::string version() { return TICKBENCH_VERSION; }

std::string commit() {
  const char* given = std::getenv("TICKBENCH_COMMIT");  // NOLINT(concurrency-mt-unsafe)
  return given != nullptr ? given : TICKBENCH_BUILT_COMMIT;
}

std::string time_stamp() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

namespace fields = results::fields;

results::Json suite_context(const Options& options, const std::deque<DeviceSlot>& slots,
                            const std::vector<backend::Backend*>& backends,
                            const std::string& started,
                            const std::optional<other_build::Build>& other) {
  results::Json json{{"version", version()},
                     {"commit", commit()},
                     {"compiler", kCompiler},
                     {"google_benchmark", TICKBENCH_GOOGLE_BENCHMARK_VERSION},
                     {"command_line", fmt::format("{}", fmt::join(options.command_line, " "))},
                     {"started", started},
                     {"host", host()},
                     {"backends", results::Json::array()}};
  for (const auto* backend : backends) json["backends"].push_back(backend->name());
  if (other) json[fields::kPartner] = {{"version", other->version}, {"commit", other->commit}};
  json["devices"] = results::Json::array();
  for (const auto& slot : slots) {
    if (!slot.selected.device) continue;
    results::Json device = results::to_json(*slot.selected.device);
    const api::DeviceFindings found = slot.findings();
    device["opened"] = found.is_open;
    if (found.clock) device["clock_check"] = results::to_json(*found.clock);
    if (found.peaks.bytes_per_second > 0 || found.peaks.flops_per_second > 0)
      device["peaks"] = {{metrics::kBytesPerSecond, found.peaks.bytes_per_second},
                         {metrics::kFlopsPerSecond, found.peaks.flops_per_second}};
    if (found.is_open) device[fields::kTheoretical] = results::to_json(found.theoretical);
    if (!found.peaks.note.empty()) device["peaks_note"] = found.peaks.note;
    const auto [begin, end, excluded] = slot.canaries();
    if (!begin.empty()) device[fields::kCanary] = results::to_json(begin, end);
    if (!excluded.empty()) device["canary_note"] = fmt::format("{}", fmt::join(excluded, "; "));
    json["devices"].push_back(std::move(device));
  }
  return json;
}

}  // namespace tickbench::suite
