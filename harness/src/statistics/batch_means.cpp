// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "statistics/batch_means.hpp"

#include <numeric>
#include <vector>

#include "statistics/correlation.hpp"

namespace tickbench {
namespace {

/// With fewer blocks their own variance is too uncertain: Student's t quantile passes 2.4.
constexpr std::size_t kFewestBlocks = 8;

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double variance(std::span<const double> values) {
  const double middle = mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - middle) * (value - middle);
  return squares / static_cast<double>(values.size() - 1);
}

std::vector<double> block_means(std::span<const double> values, std::size_t length) {
  std::vector<double> means;
  for (std::size_t begin = 0; begin + length <= values.size(); begin += length)
    means.push_back(mean(values.subspan(begin, length)));
  return means;
}

}  // namespace

LongRunVariance batch_means_variance(std::span<const double> values) {
  std::size_t length = 1;
  std::vector<double> means(values.begin(), values.end());
  while (is_correlated(means) && values.size() / (2 * length) >= kFewestBlocks) {
    length *= 2;
    means = block_means(values, length);
  }
  return {static_cast<double>(length) * variance(means) * variance_inflation(means),
          static_cast<int>(means.size()) - 1};
}

}  // namespace tickbench
