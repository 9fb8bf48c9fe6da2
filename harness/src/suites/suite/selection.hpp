// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "devices/allocation.hpp"
#include "suite/run_state.hpp"

namespace tickbench::suite {

std::vector<std::string> instance_ids(const std::vector<api::Instance>& instances);

/// The benchmarks that `filter` (a partial RE2 match over Google Benchmark's name and over the id;
/// a leading '-' takes those that do not match; "" and "all": everything) and `ids` (exact; empty:
/// all) leave. Throws UsageError for a bad pattern, an unknown id, and where nothing is left.
std::vector<api::Instance> select(const std::vector<api::Instance>& instances,
                                  const std::string& filter, const std::vector<std::string>& ids,
                                  bool may_be_none);

/// The ids of the plain benchmarks of these names that the filter leaves; none beside exact ids.
std::vector<std::string> select_plain(const std::vector<std::string>& names,
                                      const Options& options);

/// Which devices a run takes: by its flags, by what CTest has given it, by what is here.
class DeviceChoice {
 public:
  /// Opens no driver. Throws UsageError for a mistake in the flag.
  DeviceChoice(const Options& options, const Environment& environment);

  /// The names of the back ends that may be meant.
  std::vector<std::string> backends() const;
  /// From CTest's environment variables. Throws UsageError.
  void take_allocation();
  /// Asks the drivers. Throws UsageError for a device that CTest has not given.
  std::vector<devices::Selected> resolve(const std::vector<api::Instance>& instances,
                                         Messages& messages);

 private:
  const Options& options_;
  const Environment& environment_;
  std::vector<devices::DeviceSpec> specs_;
  devices::Allocation allocation_;
};

}  // namespace tickbench::suite
