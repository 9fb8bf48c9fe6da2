// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bands/guarded_device.hpp"
#include "tickbench/verification.hpp"

namespace tickbench::api {

/// What the checks of a benchmark saw under its random inputs.
struct Draw {
  unsigned seed = 0;  ///< of the first input
  /// Digests, under the first input.
  std::uint64_t expected = 0, found = 0;
  bool has_second = false;  ///< another input was tried
  bool is_same = false;     ///< the values expected under it are those of the first
};
/// By the number of the check.
using Draws = std::map<std::size_t, Draw>;

/// One run of a body for its checks alone: under random inputs of its own, on a device whose
/// buffers lie between bands.
struct Trial {
  std::string name{};  ///< of its phases: "first trial"
  unsigned seed = 0;
  bands::Poisoning poisoning{};
  bool has_bands = true;
  /// Its checks are those that the benchmark's results show: nothing is measured after it.
  bool is_shown = false;
  /// Fails at this output, right or wrong, with what the launch wrote: the body ends as at any
  /// check that fails.
  std::optional<std::size_t> ends_at{};

  // What it leaves.
  bands::GuardedDevice* device = nullptr;  ///< null: the body asked for none
  std::size_t checks = 0;
  bool draws_inputs = false;  ///< the body called `random`
  /// Of the check that it ended at, or of one that found wrong values.
  struct Found {
    std::size_t check = 0;
    ElementType type = ElementType::kFloat32;
    std::vector<std::byte> bytes{};
  };
  std::optional<Found> found{};
};

}  // namespace tickbench::api
