// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/digest.hpp"
#include "modules/modules.hpp"
#include "suite/cases.hpp"
#include "text/wording.hpp"

namespace tickbench::suite {
namespace {

/// So near to its limit a floor is one that the next change may miss.
constexpr double kNear = 0.1;

/// What the latest good run before says of a benchmark, on the device where it is worst.
struct Earlier {
  std::string started{};
  double share = 0;  ///< of a floor's limit; above 1: missed
  bool has_changed = false;
};

double share_of_limit(const results::Benchmark& benchmark, const floors::RunFloors& floors) {
  results::Case row;
  row.id = benchmark.id;
  row.device = benchmark.device;
  double nearest = 0;
  for (const auto& [floor, other, where] : floors.select(row).floors)
    for (const auto& repetition : benchmark.repetitions) {
      const auto* found = results::find_named(repetition.metrics, floor.metric);
      if (floor.is_ratio() || found == nullptr || found->value <= 0) continue;
      const double share = found->value / floor.effective();
      nearest = std::max(nearest, floor.bound == Floor::Bound::kAtMost ? share : 1 / share);
    }
  return nearest;
}

void add_run(const results::ResultFile& run, const std::vector<std::string>& ids,
             const floors::RunFloors& floors, const std::set<std::string>& code,
             std::map<std::string, Earlier>& all) {
  const auto& started = run.context.started;
  for (const auto& benchmark : run.benchmarks) {
    if (!benchmark.has_own_id) continue;  // a plain one
    if (std::ranges::find(ids, benchmark.id) == ids.end())
      throw UsageError(
          fmt::format("--tickbench_earlier={}: expected benchmarks of this program, found '{}'{}",
                      run.path, benchmark.id, text::did_you_mean(benchmark.id, ids)));
    auto& known = all[benchmark.id];
    if (!benchmark.is_good() || started < known.started) continue;
    if (started > known.started) known = {started};
    known.share = std::max(known.share, share_of_limit(benchmark, floors));
    known.has_changed |= !std::ranges::all_of(
        benchmark.modules, [&](const auto& module) { return code.contains(module); });
  }
}

}  // namespace

void order_by_value(std::vector<api::Instance>& instances, const Options& options,
                    const std::vector<std::string>& ids, const floors::RunFloors& floors) {
  std::set<std::string> code;
  for (const auto& module : backend::modules())
    code.insert(digest_text(backend::code_digest(module, backend::modules())));
  std::map<std::string, Earlier> earlier;
  for (const auto& path : options.earlier)
    for (const auto& run : results::read_runs(path)) add_run(run, ids, floors, code, earlier);
  std::ranges::stable_sort(instances, {}, [&](const api::Instance& instance) {
    const auto& [started, share, has_changed] = earlier[instance.id];
    const bool is_near = share > 1 - kNear;
    return std::tuple(!is_near, is_near ? -share : 0, !has_changed, !instance.is_smallest, started);
  });
}

}  // namespace tickbench::suite
