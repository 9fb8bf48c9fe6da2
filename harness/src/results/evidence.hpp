// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "results/result.hpp"
#include "tickbench/verdict.hpp"

namespace tickbench::suite {

/// Which samples a metric comes from.
enum class Source {
  kShown,       ///< those of the mode that Time shows
  kIsolated,    ///< those of the isolated mode
  kReferences,  ///< the rounds of a reference
};
Source source_of(std::string_view metric);

/// What a repetition knows of a metric, its interval at `level`; nothing where it has no such
/// metric.
std::optional<Evidence> evidence(const Record& record, std::string_view metric, double level);

/// The same of a metric over another benchmark's. `pairs`: samples of both taken in turn, from the
/// metric's source. Speed-ups and noise, which are no property of a single sample, are bounded by
/// the ends of both intervals.
std::optional<Evidence> ratio_evidence(const Record& record, const Record& other,
                                       const SamplePairs& pairs, std::string_view metric,
                                       double level);

}  // namespace tickbench::suite
