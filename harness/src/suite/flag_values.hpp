// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "suite/options.hpp"

namespace tickbench::suite {

/// The text that a flag was given, and what it can be read as. What does not fit is a UsageError:
/// the flag, what was expected, what was found.
struct FlagValue {
  const std::string& flag;
  const std::string& text;

  [[noreturn]] void refuse(const std::string& expected) const;

  /// As Google Benchmark reads them: true, yes, on, 1, t, y, or the empty text; false, no, off, ...
  bool boolean() const;
  /// At least `least`, finite.
  double number(double least, const std::string& expected) const;
  std::int64_t count(std::int64_t least, const std::string& expected) const;
  /// Which of the words it is.
  std::size_t one_of(const std::vector<std::string>& words) const;
  Format format() const;
  /// `0.1`, `0.1s`, or `100x`: exactly so many samples.
  void minimum_time(MeasurementSettings& settings) const;
  /// `warm`, `cold`, `cold:BYTES`, with KiB, MiB or GiB after the number where wanted.
  void cache(Options& options) const;
};

}  // namespace tickbench::suite
