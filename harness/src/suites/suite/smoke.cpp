// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/digest.hpp"
#include "modules/modules.hpp"
#include "suite/cases.hpp"
#include "text/wording.hpp"

namespace tickbench::suite {
namespace {

/// So near to its limit, in its metric, a floor is one that the next change may miss.
constexpr double kNear = 0.1;

/// Smaller ones come first: a kind, how far from a floor, when it was measured.
using Rank = std::tuple<int, double, std::string_view>;
enum Kind { kNearFloor, kChanged, kFirstOfRegistration, kOther };

struct Known {
  const results::Benchmark* benchmark = nullptr;
  std::string_view started{};
};

/// Above 1: the floor was missed. 0: it was not measured.
double share_of_limit(const Floor& floor, const results::Benchmark& benchmark) {
  if (floor.is_ratio() || benchmark.repetitions.empty()) return 0;
  const auto* found = results::find_named(benchmark.repetitions.back().metrics, floor.metric);
  if (found == nullptr || found->value <= 0) return 0;
  const double share = found->value / floor.effective();
  return floor.bound == Floor::Bound::kAtMost ? share : 1 / share;
}

class Ranking {
 public:
  Ranking(const std::vector<std::string>& earlier, const std::vector<std::string>& ids) {
    for (const auto& path : earlier)
      for (auto& run : results::read_runs(path)) files_.push_back(std::move(run));
    for (const auto& file : files_)
      for (const auto& benchmark : file.benchmarks) add(file, benchmark, ids);
    for (const auto& module : backend::modules())
      code_.insert(digest_text(backend::code_digest(module, backend::modules())));
  }

  Rank of(const RegisteredCase& each, const floors::RunFloors& floors) {
    const auto [benchmark, started] = known_[{each.id, each.device}];
    double nearest = 0;
    bool has_changed = false;
    if (benchmark != nullptr) {
      for (const auto& applied : floors.select(each).floors)
        nearest = std::max(nearest, share_of_limit(applied.floor, *benchmark));
      has_changed = !std::ranges::all_of(
          benchmark->modules, [&](auto digest) { return code_.contains(std::string(digest)); });
    }
    const bool is_first = registrations_.insert({each.instance.description, each.device_id}).second;
    if (nearest > 1 - kNear) return {kNearFloor, -nearest, started};
    return {has_changed ? kChanged : is_first ? kFirstOfRegistration : kOther, 0, started};
  }

 private:
  void add(const results::ResultFile& file, const results::Benchmark& benchmark,
           const std::vector<std::string>& ids) {
    if (!benchmark.has_own_id) return;  // a plain one
    if (std::ranges::find(ids, benchmark.id) == ids.end())
      throw UsageError(fmt::format(
          "--tickbench_earlier={}: expected benchmarks of this program, found '{}', which it has "
          "no more{}",
          file.path, benchmark.id, text::did_you_mean(benchmark.id, ids)));
    auto& known = known_[{benchmark.id, std::string(benchmark.device)}];
    if (benchmark.is_good() && (known.benchmark == nullptr || known.started <= file.context.started))
      known = {&benchmark, file.context.started};
  }

  std::deque<results::ResultFile> files_;
  std::map<std::pair<std::string, std::string>, Known> known_;  ///< by id and device
  std::set<std::string> code_;
  std::set<std::pair<const void*, std::string>> registrations_;
};

}  // namespace

void order_by_value(std::deque<RegisteredCase>& cases, const std::vector<std::string>& earlier,
                    const std::vector<std::string>& ids, const floors::RunFloors& floors) {
  Ranking ranking(earlier, ids);
  std::map<std::pair<std::string, std::string>, Rank> ranks;
  for (const auto& each : cases) ranks[{each.id, each.device_id}] = ranking.of(each, floors);
  std::ranges::stable_sort(cases, {}, [&](const RegisteredCase& each) {
    return ranks.at({each.id, each.device_id});
  });
  for (std::size_t i = 0; i < cases.size(); ++i) cases[i].family = i;
}

}  // namespace tickbench::suite
