// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// What needs no normal values: Wilcoxon's signed-rank and rank-sum tests, inverted.
#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "statistics/inference.hpp"
#include "statistics/rounding.hpp"

namespace tickbench::inference {
namespace {

void check_rank_alpha(double alpha) {
  if (!(alpha > 0 && alpha < 1)) throw std::invalid_argument("alpha must lie between 0 and 1");
}

/// A statistic that lies as often as far below its middle as above it: P(V <= k) for k below it.
using Cumulative = std::vector<double>;

Cumulative summed(Cumulative probability) {
  double sum = 0;
  for (double& each : probability) each = sum += each;
  return probability;
}

// V is the sum of those ranks 1..n that carry a plus, each with probability 1/2.
Cumulative signed_rank_distribution(std::size_t n) {
  const std::size_t most = n * (n + 1) / 2;
  // Only the lower half is needed: a tail below one half ends there.
  std::vector<double> probability(most / 2 + 1);
  probability[0] = 1;
  for (std::size_t rank = 1; rank <= n; ++rank)
    for (std::size_t sum = probability.size(); sum-- > 0;)
      probability[sum] = 0.5 * (probability[sum] + (sum >= rank ? probability[sum - rank] : 0.0));
  return summed(std::move(probability));
}

// Up to here the exact distribution takes some milliseconds: 270 values on both sides.
constexpr double kMostSteps = 2e7;

// V is the number of pairs, of one value of each side, in which the value of the first side is the
// larger one. The numbers of orders with V = k are the coefficients of the Gaussian binomial
// coefficient (n + m over n), the product over i of (1 - q^(m + i)) / (1 - q^i).
Cumulative rank_sum_distribution(std::size_t n, std::size_t m) {
  const auto [fewer, more] = std::minmax(n, m);
  std::vector<double> orders(n * m / 2 + 1);
  orders[0] = 1;
  double all = 1;
  for (std::size_t i = 1; i <= fewer; ++i) {
    for (std::size_t k = orders.size(); k-- > more + i;) orders[k] -= orders[k - more - i];
    for (std::size_t k = i; k < orders.size(); ++k) orders[k] += orders[k - i];
    all *= static_cast<double>(more + i) / static_cast<double>(i);
  }
  for (double& each : orders) each /= all;
  return summed(std::move(orders));
}

Cumulative normal_rank_sum_distribution(std::size_t n, std::size_t m) {
  const auto product = static_cast<double>(n) * static_cast<double>(m);
  const boost::math::normal normal(product / 2,
                                   std::sqrt(product * static_cast<double>(n + m + 1) / 12));
  Cumulative cumulative(n * m / 2 + 1);
  for (std::size_t k = 0; k < cumulative.size(); ++k)
    cumulative[k] = cdf(normal, static_cast<double>(k) + 0.5);
  return cumulative;
}

// The looks of a comparison come back to the same numbers of pairs for every benchmark.
const Cumulative& cached_signed_rank_distribution(std::size_t n) {
  thread_local std::map<std::size_t, Cumulative> known;
  const auto found = known.find(n);
  return found != known.end() ? found->second
                              : known.emplace(n, signed_rank_distribution(n)).first->second;
}

const Cumulative& cached_rank_sum_distribution(std::size_t n, std::size_t m) {
  thread_local std::size_t last_n = 0, last_m = 0;
  thread_local Cumulative last;
  if (n != last_n || m != last_m) {
    const double steps = static_cast<double>(std::min(n, m)) * static_cast<double>(n * m);
    last = steps <= kMostSteps ? rank_sum_distribution(n, m) : normal_rank_sum_distribution(n, m);
    last_n = n;
    last_m = m;
  }
  return last;
}

/// Order statistics, counted from 0, without sorting all.
class Ordered {
 public:
  explicit Ordered(std::vector<double> values) : values_(std::move(values)) {}
  double at(std::size_t rank) {
    const auto place = values_.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(values_.begin(), place, values_.end());
    return *place;
  }
  std::size_t size() const { return values_.size(); }
  double middle() { return std::midpoint(at((size() - 1) / 2), at(size() / 2)); }
  template <class Is>
  std::size_t count(const Is& is) const {
    return static_cast<std::size_t>(std::ranges::count_if(values_, is));
  }

 private:
  std::vector<double> values_;
};

// How many of the lowest values together are no likelier than half of alpha.
std::size_t find_cut(const Cumulative& cumulative, double alpha) {
  const auto within = std::ranges::upper_bound(cumulative, alpha / 2);
  return static_cast<std::size_t>(within - cumulative.begin());
}

// As many of the differences lie on either side of the true centre as the statistic says:
// [W(c), W(N + 1 - c)] counted from 1, with P(V <= c - 1) <= alpha / 2.
Centre inverted(Ordered differences, const Cumulative& cumulative, double alpha) {
  const auto cut = find_cut(cumulative, alpha);
  if (cut == 0) throw std::invalid_argument("too few values for ranks at this level");
  const auto rarer = std::min(differences.count([](double each) { return each <= 0; }),
                              differences.count([](double each) { return each >= 0; }));
  return {differences.middle(),
          {differences.at(cut - 1), differences.at(differences.size() - cut), 1 - alpha},
          rarer < cumulative.size() ? std::min(1.0, 2 * cumulative[rarer]) : 1};
}

// Values that round alike rank alike as well: no narrower than what a step leaves open.
Centre no_narrower(Centre centre, double standard_error, double freedom, double alpha) {
  const auto least = around(centre.value, standard_error, freedom, alpha);
  centre.interval.low = std::min(centre.interval.low, least.interval.low);
  centre.interval.high = std::max(centre.interval.high, least.interval.high);
  centre.p = std::max(centre.p, least.p);
  return centre;
}

std::vector<double> pairwise_means(std::span<const double> values) {
  std::vector<double> means;
  means.reserve(values.size() * (values.size() + 1) / 2);
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = i; j < values.size(); ++j) means.push_back((values[i] + values[j]) / 2);
  return means;
}

std::vector<double> all_differences(std::span<const double> from, std::span<const double> to) {
  std::vector<double> differences;
  differences.reserve(from.size() * to.size());
  for (const double before : from)
    for (const double now : to) differences.push_back(now - before);
  return differences;
}

double series_variance(std::span<const double> values) {
  return boost::math::statistics::sample_variance(values.begin(), values.end());
}

}  // namespace

std::size_t signed_rank_least(double alpha) {
  check_rank_alpha(alpha);
  return static_cast<std::size_t>(std::ceil(1 - std::log2(alpha)));
}

double signed_rank_level(std::size_t values, double alpha) {
  check_rank_alpha(alpha);
  const auto& cumulative = cached_signed_rank_distribution(values);
  const auto cut = find_cut(cumulative, alpha);
  return cut == 0 ? 0 : 2 * cumulative[cut - 1];
}

Centre signed_rank(std::span<const double> values, double alpha, double step) {
  if (values.size() < signed_rank_least(alpha))
    throw std::invalid_argument("too few values for a signed-rank interval at this level");
  const auto centre = inverted(Ordered(pairwise_means(values)),
                               cached_signed_rank_distribution(values.size()), alpha);
  if (!round_alike(series_variance(values), step)) return centre;
  return no_narrower(centre, std::sqrt(rounding_variance(step)),
                     static_cast<double>(values.size()) - 1, alpha);
}

std::size_t rank_sum_least(double alpha) {
  check_rank_alpha(alpha);
  std::size_t least = 1;
  while (separation_probability(least, least) > alpha) ++least;
  return least;
}

Centre rank_sum(std::span<const double> from, std::span<const double> to, double alpha,
                double from_step, double to_step) {
  check_rank_alpha(alpha);
  if (from.empty() || to.empty()) throw std::invalid_argument("ranks take values on both sides");
  const auto centre = inverted(Ordered(all_differences(from, to)),
                               cached_rank_sum_distribution(from.size(), to.size()), alpha);
  double rounding = 0;
  for (const auto& [values, step] : {std::pair(from, from_step), std::pair(to, to_step)})
    if (values.size() > 1 && round_alike(series_variance(values), step))
      rounding += rounding_variance(step);
  if (rounding == 0) return centre;
  return no_narrower(centre, std::sqrt(rounding),
                     static_cast<double>(std::min(from.size(), to.size())) - 1, alpha);
}

}  // namespace tickbench::inference
