// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "tickbench/measurement.hpp"

namespace tickbench::results {

/// Which modes are taken.
enum class Modes { kBoth, kIsolated, kBatched };
std::string_view to_string(Modes modes) noexcept;

/// How a repetition was to be measured.
struct Settings : MeasurementSettings {
  Modes modes = Modes::kBoth;
  bool verify_only = false;
  bool reads_clocks = false;                   ///< for a trace
  std::size_t host_displace_bytes = 0;         ///< before each sample of a reference
  std::map<std::string, std::string> choices;  ///< of the back end's own settings
};

}  // namespace tickbench::results
