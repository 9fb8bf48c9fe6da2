// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suite/options.hpp"

namespace tickbench::suite {
namespace {

constexpr const char* kHelp =
    R"(Times GPU kernels and copies with the device's own clock, and checks their results.

Which benchmarks, on which devices
  --benchmark_filter=REGEX        those whose name or id matches (RE2, partial); -REGEX: those that do not
  --tickbench_benchmark=ID        exactly this one; repeatable
  --tickbench_large               the sizes that take long on a small device as well
  --tickbench_device=LIST         opencl:0, opencl:PART_OF_NAME, PART_OF_NAME, opencl:0.1 (a sub-device),
                                  opencl (its default device), all; separated by commas.
                                  Default, for each back end: the first GPU, else accelerator, else CPU
  --tickbench_list                the ids
  --tickbench_list_ctest=FILE     the tests that CTest makes of the benchmarks, of plain ones too
  --benchmark_list_tests          Google Benchmark's names
  --tickbench_plain               take the plain BENCHMARK(...)s of this program in place of these; all other flags
                                  are then Google Benchmark's
  --tickbench_list_devices        the devices, as a table or (with --benchmark_format=json) JSON

How to measure
  --tickbench_mode=both|isolated|batched     one launch at a time, back to back, or both (default)
  --tickbench_cache=warm|cold|cold:BYTES     default: warm
  --tickbench_precision=0.01                 half width of the 95 % interval over the median
  --tickbench_budget=0.5                     seconds of sampling, a mode
  --tickbench_timeout=300                    seconds for one benchmark; 0: none
  --tickbench_lock_timeout=SECONDS           of one wait for another process that measures; 0: none. Default: a stated
                                             --tickbench_timeout, else none
  --tickbench_verify_only                    check the results, measure nothing
  --tickbench_energy                         joules a launch too, by the device's own account: a second more
  --tickbench_floors=FILE                    judge the measurements by the floors of a file; repeatable
  --tickbench_strict                         a floor that stays inconclusive fails
  --tickbench_other_modules=FILE             take another build's kernels in turn with these, and no references
  --benchmark_min_time=0.5 or 100x           least measured device time in seconds, or exactly so many samples
  --benchmark_min_warmup_time=SECONDS        least warm-up (never below 0.05)
  --benchmark_repetitions=N
  --benchmark_enable_random_interleaving

Output
  --benchmark_format=console|json|csv        on standard output; all else goes to standard error
  --benchmark_out=FILE                       written beside and renamed at the end
  --benchmark_out_format=json|console|csv
  --tickbench_samples_out=FILE               every sample, as JSON
  --tickbench_trace_out=FILE                 a timeline for Perfetto and chrome://tracing
  --tickbench_modules_out=FILE               the embedded modules, for --tickbench_other_modules; measures nothing
  --tickbench_ctest                          end with the measurements and files that CTest submits to a dashboard
  --benchmark_report_aggregates_only, --benchmark_display_aggregates_only
  --benchmark_counters_tabular=true|false    default: true
  --benchmark_color=auto|true|false, --benchmark_time_unit=ns|us|ms|s
  --benchmark_context=KEY=VALUE,..., --benchmark_perf_counters=NAMES, --v=LEVEL

Exit status
  0   all passed; or some were skipped and the rest is good
  1   a wrong result, a device error, an implausible time, a missed floor, a failed allocation, a time-out
  2   a mistake in flags, names or files
  77  everything asked for was skipped: no such device here, not supported, larger than its limits
)";

std::string settings_help(const backend::Backend& backend) {
  std::string text;
  for (const auto& setting : backend.settings()) {
    // In the column of the other flags' meanings.
    text += fmt::format("  {:<53} {}; default: {}",
                        fmt::format("--tickbench_{}_{}={}", backend.name(), setting.name,
                                    fmt::join(setting.values, "|")),
                        setting.meaning, setting.values.front());
    for (const auto& [former, value] : setting.deprecated)
      text += fmt::format("; deprecated: {} for {}", former, value);
    text += "\n";
  }
  return text;
}

}  // namespace

std::string help_text(const std::vector<backend::Backend*>& backends) {
  std::string text = kHelp;
  for (const auto* backend : backends)
    if (const auto settings = settings_help(*backend); !settings.empty())
      text += "\nSettings of the back end " + std::string(backend->name()) + "\n" + settings;
  return text;
}

}  // namespace tickbench::suite
