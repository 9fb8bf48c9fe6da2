// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "tickbench/device.hpp"
#include "tickbench/output.hpp"

/// What State::verify and State::measure are given, sorted.
namespace tickbench::detail {

/// A launch, or a range of them.
template <class T>
concept Launches =
    std::same_as<T, Launch> || std::convertible_to<const T&, std::span<const Launch>>;
template <class T>
concept Runnable = Launches<T> || std::is_invocable_v<const T&>;
/// Of what stands beside a kernel in place of a launch: false, where a template asks.
template <class...>
inline constexpr bool kHasOver = false;

struct CheckParts {
  std::vector<Launch> launches;
  std::function<void()> run;  ///< in their place: code of the benchmark's own
  std::vector<Output> outputs;
  std::optional<Tolerance> tolerance;

  void add(const Launch& launch) { launches.push_back(launch); }
  void add(std::span<const Launch> several) {
    launches.insert(launches.end(), several.begin(), several.end());
  }
  void add(const Output& output) { outputs.push_back(output); }
  void add(const Tolerance& common) { tolerance = common; }
  template <class Run>
  requires(!Launches<Run> && Runnable<Run>) void add(const Run& own) { run = own; }
};

/// Launches or one callable, then outputs, then at most one tolerance.
template <class... Parts>
constexpr bool are_in_order() {
  // By their rank, from 1; 0: none of these.
  constexpr std::array<int, sizeof...(Parts)> kRanks{(Launches<Parts>                  ? 1
                                                      : std::same_as<Parts, Output>    ? 3
                                                      : std::same_as<Parts, Tolerance> ? 4
                                                      : Runnable<Parts>                ? 2
                                                                                       : 0)...};
  const auto count = [&](int rank) { return std::ranges::count(kRanks, rank); };
  const bool has_single_kind = (count(1) > 0) != (count(2) > 0) && count(2) <= 1;
  return std::ranges::is_sorted(kRanks) && count(0) == 0 && has_single_kind && count(3) > 0 &&
         count(4) <= 1;
}

template <Launches... Parts>
Launch joined(const Parts&... launches) {
  CheckParts parts;
  (parts.add(launches), ...);
  return chain(parts.launches);
}

}  // namespace tickbench::detail
