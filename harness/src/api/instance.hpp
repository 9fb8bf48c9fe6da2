// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "api/registration.hpp"

namespace tickbench::api {

/// One benchmark: a registration on one back end with one tuple of arguments.
struct Instance {
  const Registration::Description* description = nullptr;
  std::string backend;
  std::vector<std::int64_t> arguments;
  std::string id;               ///< `opencl/saxpy/1024`: what floors, comparisons and CTest use
  std::string registered_name;  ///< the id, and `/min_time:0.500` or `/iterations:7` where set
  std::string full_name;        ///< as Google Benchmark prints it, `/manual_time` included
};

/// Throws UsageError for a name in a `->Backends` that is almost one of these. Any other may be a
/// back end that this program was built without.
void refuse_misspelt_backends(const std::vector<const Registration*>& registrations,
                              const std::vector<std::string>& backends);

/// Every benchmark of these registrations on these back ends, back end by back end. `large`: those
/// from LargeFrom on as well. Throws UsageError where two have one id, and
/// where a registration states what cannot be meant.
std::vector<Instance> expand(const std::vector<const Registration*>& registrations,
                             const std::vector<std::string>& backends, bool large);

}  // namespace tickbench::api
