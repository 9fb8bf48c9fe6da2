// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <random>
#include <vector>

#include "statistics/inference.hpp"

/// Pairs of runs that are looked at while they are taken: what `ab` judges by.
namespace tickbench::compare {

/// After how many pairs it is looked, and what share of the error rate may be spent by then. The
/// last look may spend all.
struct Look {
  std::size_t pairs = 0;
  double spent = 1;
  friend auto operator<=>(const Look&, const Look&) = default;
};

/// Which side of each pair runs first: `true` for OLD. In every two pairs each side is first once,
/// so that a drift cancels, and which of the two pairs is which is drawn.
std::vector<bool> balanced_order(std::size_t pairs, std::mt19937_64& random);

/// Where the next look is due after one at `pairs`; the first one for 0.
std::size_t next_look(std::size_t pairs);

/// What looks may spend of the error rate by the time `share` of the budget has gone: share^2, so
/// that early ones stop on large differences only (Kim and DeMets, Biometrika 74, 1987).
double spending(double share);

/// One look at each due number of pairs, where `pairs` are all that will be taken.
std::vector<Look> planned_looks(std::size_t pairs);

/// What all looks say together of the centre of the values: the intersection of their intervals,
/// the last look's estimate, and the smallest p over the looks, each times `alpha` over the look's
/// own error rate. Unlimited before a look can judge; nothing where no look has two values.
///
/// A look spends what its share adds. Its own error rate is larger, since looks at much the same
/// pairs err together: that of Lan and DeMets' boundaries (Biometrika 70, 1983) for a Brownian
/// motion, which standardised signed-rank sums are in the limit, by the recursion of Armitage,
/// McPherson and Rowe (J. R. Stat. Soc. A 132, 1969). They need no planned maximum. The intervals
/// of all looks hold together (Jennison and Turnbull, J. R. Stat. Soc. B 51, 1989).
///
/// A look with too few values for the signed-rank interval at its error rate leaves its part to the
/// next one; the last look then takes Student's interval, which assumes normal noise.
///
/// `series`: a value by pair, NaN where a pair has none. `step`: what the clock rounds values to.
/// `shift` is taken from every value.
std::optional<inference::Centre> centre_over(std::span<const Look> looks,
                                             std::span<const double> series, double alpha,
                                             double step = 0, double shift = 0);

/// Whether the last look at the series takes Student's interval.
bool assumes_normal(std::span<const Look> looks, std::span<const double> series, double alpha);

}  // namespace tickbench::compare
