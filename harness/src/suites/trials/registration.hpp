// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tickbench/registration.hpp"
#include "tickbench/state.hpp"

namespace tickbench {

/// What a TICKBENCH line states. Nothing is handed to Google Benchmark before `run`.
struct Registration::Description {
  std::string function;  ///< as written
  std::string name;      ///< in snake_case, or as stated by Name
  Body body;
  bool is_optimised = true;  ///< the source that it stands in
  std::vector<std::vector<std::int64_t>> arguments;
  std::vector<std::string> argument_names;
  int multiplier = 8;  ///< Google Benchmark's default
  std::optional<benchmark::TimeUnit> unit;
  int repetitions = 0;
  std::optional<bool> report_aggregates_only;
  std::optional<bool> display_aggregates_only;
  double minimum_time = 0;
  double minimum_warm_up = 0;
  std::int64_t samples = 0;
  std::optional<std::int64_t> large_from;
  bool fresh_inputs = false;
  std::vector<FigureGroup> groups;
  std::vector<std::string> backends;
  int version = 0;
  /// Of the first call that cannot be meant. Registering throws nothing: main has no handler yet.
  std::string mistake;
};

namespace api {

/// `ns::MatmulTiled` is `matmul_tiled`, `HTTPServer2D` is `http_server2_d`, `ns::Fill<ns::Type, 4>`
/// is `fill<ns::Type, 4>`.
std::string snake_case(std::string_view function);

/// In the order of registration.
std::vector<std::unique_ptr<Registration>>& registrations();

/// One benchmark: a registration on one back end with one tuple of arguments.
struct Instance {
  const Registration::Description* description = nullptr;
  std::string backend;
  std::vector<std::int64_t> arguments;
  std::string id;               ///< `opencl/saxpy/1024`: what floors, comparisons and CTest use
  std::string registered_name;  ///< the id, and `/min_time:0.500` or `/iterations:7` where set
  std::string full_name;        ///< as Google Benchmark prints it, `/manual_time` included
  bool is_smallest = false;     ///< of its registration's, by its arguments in their order
  bool is_large = false;        ///< from LargeFrom on
};

/// Throws UsageError where a `->Backends` almost names one of these. It may name one not built.
void refuse_misspelt_backends(const std::vector<const Registration*>& registrations,
                              const std::vector<std::string>& backends);

/// Every benchmark, back end by back end. Throws UsageError where two have one id, and where a
/// registration states what cannot be meant.
std::vector<Instance> expand(const std::vector<const Registration*>& registrations,
                             const std::vector<std::string>& backends);

}  // namespace api
}  // namespace tickbench
