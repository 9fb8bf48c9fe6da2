// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>
#include <random>

#include "base/throw_error.hpp"
#include "pairs/pairs.hpp"
#include "statistics/statistics.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench::pairs {
namespace {

using compare::Sides;

// Fewer show nothing of the noise.
constexpr std::size_t kFewestCalibrated = 4;
constexpr std::size_t kComparisons = 100, kEnough = 95;
constexpr std::array<std::size_t, 8> kPairs{14, 20, 28, 40, 60, 100, 160, 300};
// Beyond the one that was asked for.
constexpr std::array kSlowdowns{0.03, 0.05, 0.08, 0.12, 0.2, 0.3, 0.5, 1.0};

struct Noise {
  CalibratedBenchmark benchmark;
  compare::PairSeries series;
  bool has_wall_time = false;  ///< of which more is asked
};

Noise make_noise(const Sides& sides, std::size_t pairs) {
  Noise noise{{sides.row.id, sides.row.device, 0, 0, sides.old_runs.size(), 0},
              compare::make_series(sides, pairs),
              sides.wall != nullptr};
  std::vector<double> values;
  for (const auto* runs : {&sides.old_runs, &sides.new_runs})
    for (const auto& run : *runs) values.push_back(run.value);
  noise.benchmark.spread = inference::spread(values).value_or(0);
  const auto [low, high] = std::ranges::minmax(values);
  noise.benchmark.range = std::log(high / low);
  return noise;
}

/// Comparisons of equal code whose pairs are drawn from those that were taken: in each of them all
/// benchmarks of one pair, with one sign.
class Drawn {
 public:
  Drawn(const std::vector<Noise>& noises, std::size_t pairs, const CalibrationSettings& settings)
      : noises_(noises),
        pairs_(pairs),
        settings_(settings),
        walls_(static_cast<std::size_t>(std::ranges::count(noises, true, &Noise::has_wall_time))),
        looks_(compare::planned_looks(pairs)),
        random_(settings.seed) {}

  /// Whether one of them finds `slowdown` in this benchmark.
  bool finds(std::size_t slowed, double slowdown) {
    auto all = draw();
    for (double& ratio : all[slowed].ratios) ratio += std::log1p(slowdown);
    const double alpha =
        compare::row_error_rate(settings_.options.error_rate, noises_.size(), true, walls_);
    const auto itself = compare::centre_over(looks_, all[slowed].ratios, alpha);
    if (is_slower(itself, slowdown)) return true;
    const auto beside = compare::relative_ratios(all, std::vector<bool>(all.size(), true))[slowed];
    return itself && itself->value > 0 && !beside.empty() &&
           is_slower(compare::centre_over(looks_, beside, alpha), slowdown);
  }

  bool finds_all(double slowdown) {
    std::vector<double> means(pairs_, std::log1p(slowdown));
    for (const auto& series : draw())
      for (std::size_t i = 0; i < pairs_; ++i)
        means[i] += series.ratios[i] / static_cast<double>(noises_.size());
    // Half of it, as where there are means of functions or of wall times beside.
    const double alpha = compare::mean_error_rate(settings_.options.error_rate) / 2;
    return is_slower(compare::centre_over(looks_, means, alpha), slowdown);
  }

 private:
  std::vector<compare::PairSeries> draw() {
    std::vector<compare::PairSeries> all;
    for (const auto& noise : noises_)
      all.push_back({std::vector<double>(pairs_), std::vector<double>(pairs_), noise.series.step});
    for (std::size_t i = 0; i < pairs_; ++i) {
      const auto drawn = random_();
      const double sign = (drawn & 1U) != 0 ? 1 : -1;
      const auto pair = (drawn >> 1U) % noises_.front().series.ratios.size();
      for (std::size_t j = 0; j < all.size(); ++j) {
        all[j].ratios[i] = sign * noises_[j].series.ratios[pair];
        all[j].levels[i] = noises_[j].series.levels[pair];
      }
    }
    return all;
  }

  static bool is_slower(const std::optional<inference::Centre>& centre, double slowdown) {
    return centre &&
           compare::judge(compare::to_ratio(*centre), slowdown / 2,
                          metrics::Direction::kLowerIsBetter) == compare::Verdict::kSlower;
  }

  const std::vector<Noise>& noises_;
  std::size_t pairs_;
  const CalibrationSettings& settings_;
  std::size_t walls_;
  std::vector<compare::Look> looks_;
  std::mt19937_64 random_;
};

bool finds(std::vector<Noise>& noises, double slowdown, std::size_t pairs,
           const CalibrationSettings& settings) {
  // The noisiest first: it mostly decides.
  for (std::size_t i = 0; i < noises.size(); ++i) {
    Drawn drawn(noises, pairs, settings);
    auto& found = noises[i].benchmark.found = 0;
    for (std::size_t comparison = 0; comparison < kComparisons; ++comparison) {
      found += drawn.finds(i, slowdown);
      if (comparison + 1 - found > kComparisons - kEnough) return false;
    }
  }
  return true;
}

void propose(Calibration& calibration, std::vector<Noise>& noises,
             const CalibrationSettings& settings) {
  std::vector<double> slowdowns{settings.slowdown};
  for (const double more : kSlowdowns)
    if (more > settings.slowdown) slowdowns.push_back(more);
  for (const double slowdown : slowdowns)
    for (const auto pairs : kPairs)
      if (finds(noises, slowdown, pairs, settings)) {
        calibration.slowdown = slowdown;
        calibration.pairs = pairs;
        calibration.effect = slowdown / 2;
        calibration.is_enough = slowdown == settings.slowdown;
        Drawn drawn(noises, pairs, settings);
        for (std::size_t i = 0; i < kComparisons; ++i)
          calibration.found_together += drawn.finds_all(slowdown);
        return;
      }
}

Calibration judge(const std::vector<results::ResultFile>& old_files,
                  const std::vector<results::ResultFile>& new_files,
                  const CalibrationSettings& settings) {
  auto options = settings.options;
  options.paired = true;
  Calibration calibration;
  calibration.pairs_taken = old_files.size();
  calibration.error_rate = options.error_rate;
  std::vector<Noise> noises;
  for (const auto& sides : compare::make_sides(old_files, new_files, options)) {
    const bool is_failed = sides.row.verdict == compare::Verdict::kFailed;
    const bool is_noise = sides.can_be_judged && sides.old_runs.size() >= kFewestCalibrated;
    if (is_noise) noises.push_back(make_noise(sides, old_files.size()));
    if (!is_failed && is_noise) continue;
    auto why = sides.row.reason;
    if (why.empty())
      why = fmt::format("{} of good runs, expected {} or more",
                        text::counted(sides.old_runs.size(), "pair"), kFewestCalibrated);
    calibration.left_out.push_back({sides.row.id, std::move(why), is_failed});
  }
  if (noises.empty())
    throw_usage_error(
        "expected a benchmark with {} pairs of good runs or more, found none in {} pairs; see "
        "--budget",
        kFewestCalibrated, old_files.size());
  std::ranges::stable_sort(noises, std::ranges::greater(),
                           [](const Noise& noise) { return noise.benchmark.spread; });
  propose(calibration, noises, settings);
  double range = 0;
  for (auto& noise : noises) {
    range = std::max(range, noise.benchmark.range);
    calibration.benchmarks.push_back(std::move(noise.benchmark));
  }
  // A floor lies at the worst of the runs, and a margin beyond it.
  calibration.margin = -std::expm1(-range);
  calibration.missed_by = std::expm1(2 * range);
  return calibration;
}

}  // namespace

Calibration calibrate(const CalibrationSettings& settings, const AbWorld& world) {
  std::mt19937_64 random(settings.seed);
  const auto order = compare::balanced_order(settings.pairs, random);
  std::vector<results::ResultFile> old_files, new_files;
  auto wall = take_pair(world, {}, true, old_files, new_files);
  old_files.clear();
  new_files.clear();
  world.on_progress("rehearsed");
  const auto has_time = [&] { return world.elapsed() + wall <= settings.budget; };
  programs::take_turns(0, settings.pairs, has_time, [&](std::size_t pair) {
    wall = take_pair(world, {.number = pair}, order[pair - 1], old_files, new_files);
    world.on_progress(fmt::format("{} of at most {} pairs", pair, settings.pairs));
    return true;
  });
  return judge(old_files, new_files, settings);
}

void print_table(std::ostream& out, const Calibration& calibration) {
  std::size_t width = std::string_view("benchmark").size();
  for (const auto& benchmark : calibration.benchmarks)
    width = std::max(width, text::width(text::visible(benchmark.id)));
  out << fmt::format("{:<{}}   spread    range  found\n", "benchmark", width);
  for (const auto& benchmark : calibration.benchmarks)
    out << fmt::format("{:<{}}  {:>7}  {:>7}  {:>5}\n", text::visible(benchmark.id), width,
                       text::rough_percent(benchmark.spread),
                       text::rough_percent(std::expm1(benchmark.range)),
                       calibration.pairs > 0 ? std::to_string(benchmark.found) : "-");
  for (const auto& one : calibration.left_out)
    out << text::visible(
               fmt::format("{}: {}: {}", one.is_failed ? "failed" : "left out", one.id, one.why))
        << '\n';
  out << fmt::format("\n{} pairs of runs of equal code.\n", calibration.pairs_taken);
  if (calibration.pairs == 0) {
    out << "ab: no slowdown below 100 % is found in 95 of 100 comparisons with 300 pairs.\n";
  } else {
    out << fmt::format(
        "ab: --effect {:g} --pairs {} finds a slowdown of {} in each of these benchmarks in 95 of "
        "100 comparisons or more (found), at an error rate of {}.\n",
        calibration.effect, calibration.pairs, text::percent(calibration.slowdown),
        text::percent(calibration.error_rate));
    if (calibration.benchmarks.size() > 1)
      out << fmt::format("All of them slower by as much are found together in {} of 100.\n",
                         calibration.found_together);
    if (!calibration.is_enough)
      out << "The slowdown that was asked for takes a quieter machine, or longer runs.\n";
  }
  out << fmt::format(
      "floors suggest: --margin {:.3f} is what the runs of the noisiest benchmark lie apart; a "
      "slowdown of {} misses such a floor in every run seen.\n",
      calibration.margin, text::rough_percent(calibration.missed_by));
}

void print_json(std::ostream& out, const Calibration& calibration) {
  using Json = nlohmann::ordered_json;
  const auto proposed = [&](auto value) {
    return calibration.pairs > 0 ? Json(value) : Json(nullptr);
  };
  Json json{{"schema", "tickbench-calibration/1"},
            {"pairs_taken", calibration.pairs_taken},
            {"error_rate", calibration.error_rate},
            {"slowdown", proposed(calibration.slowdown)},
            {"effect", proposed(calibration.effect)},
            {"pairs", proposed(calibration.pairs)},
            {"found_together_of_100", proposed(calibration.found_together)},
            {"margin", calibration.margin},
            {"missed_by", calibration.missed_by},
            {"benchmarks", Json::array()},
            {"left_out", Json::array()}};
  for (const auto& one : calibration.left_out)
    json["left_out"].push_back({{"id", one.id}, {"failed", one.is_failed}, {"why", one.why}});
  for (const auto& benchmark : calibration.benchmarks)
    json["benchmarks"].push_back(
        {{"id", benchmark.id},
         {"device", benchmark.device.empty() ? Json(nullptr) : Json(benchmark.device)},
         {"spread", benchmark.spread},
         {"range", benchmark.range},
         {"pairs", benchmark.pairs},
         {"found_of_100", proposed(benchmark.found)}});
  out << json.dump(1, ' ', true, Json::error_handler_t::replace) << '\n';
}

}  // namespace tickbench::pairs
