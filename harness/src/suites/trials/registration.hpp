// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

#include "tickbench/registration.hpp"
#include "tickbench/state.hpp"

namespace tickbench {

/// What a TICKBENCH line states. Nothing is handed to Google Benchmark before `run`.
struct Registration::Description {
  std::string function;        ///< as written
  std::string name;            ///< in snake_case, or as stated by Name
  Body setup, body, teardown;  ///< the body alone is always there
  bool is_optimised = true;    ///< the source that it stands in
  std::vector<std::vector<std::int64_t>> arguments;
  std::vector<std::string> argument_names;
  std::vector<detail::Axis> axes;
  Predicate where;  ///< empty: all combinations
  std::vector<std::pair<std::string, Predicate>> former_ids;
  std::string baseline;  ///< as stated: "kernel:naive", "copy/{n}"; empty: none
  int multiplier = 8;    ///< Google Benchmark's default
  std::optional<benchmark::TimeUnit> unit;
  int repetitions = 0;
  std::optional<bool> report_aggregates_only;
  std::optional<bool> display_aggregates_only;
  double minimum_time = 0;
  double minimum_warm_up = 0;
  std::int64_t samples = 0;
  std::vector<StatedFlag> flags;  ///< in the place of the command line's
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

/// A flag of the program's own.
struct OwnFlag {
  std::string name, value, meaning;
  std::function<void(const std::string&)> take;  ///< empty: any value will do
};
/// In the order of registration. They never move.
std::deque<OwnFlag>& own_flags();

/// What makes a benchmark of a registration, on any back end.
struct Point {
  std::vector<std::int64_t> arguments;  ///< of axes, the values of those of integers
  std::vector<std::string> values{};    ///< of axes, as they stand in the id
  bool is_smallest = false;             ///< by its numbers, of those with its other values
  bool is_large = false;                ///< from LargeFrom on
};

/// One benchmark: a registration on one back end with one tuple of arguments.
struct Instance : Point {
  const Registration::Description* description = nullptr;
  std::string backend;
  std::string id;                  ///< `opencl/saxpy/1024`: what floors, comparisons and CTest use
  std::string registered_name;     ///< the id, and `/min_time:0.500` or `/iterations:7` where set
  std::string full_name;           ///< as Google Benchmark prints it, `/manual_time` included
  std::vector<std::string> names;  ///< its id, and those that it had
  std::string baseline{};          ///< the id of what it is compared to; empty: nothing
};

/// Throws UsageError where a `->Backends` almost names one of these. It may name one not built.
void refuse_misspelt_backends(const std::vector<const Registration*>& registrations,
                              const std::vector<std::string>& backends);

/// Of --tickbench_axis: NAME=VALUES. A registration without one of the names is left out.
using AskedAxes = std::map<std::string, std::string>;
/// Throws UsageError for an axis that none has, and for strings and enumerators that none has.
AskedAxes parse_axes(const std::vector<std::string>& flags,
                     const std::vector<const Registration*>& registrations);

/// In their order. Throws UsageError where the registration states what cannot be meant, or the
/// flag does.
std::vector<Point> points_of(const Registration& registration, const AskedAxes& asked);
/// Of a predicate that `call` states; one that is empty is met.
bool is_met(const Registration& registration, const char* call,
            const Registration::Predicate& predicate, const std::vector<std::string>& values);
/// Throws UsageError: "the registration of Saxpy: ...".
[[noreturn]] void refuse(const Registration& registration, const std::string& mistake);

/// Every benchmark, back end by back end. Throws UsageError where two have one id, and where a
/// registration states what cannot be meant.
std::vector<Instance> expand(const std::vector<const Registration*>& registrations,
                             const std::vector<std::string>& backends, const AskedAxes& asked = {});

}  // namespace api
}  // namespace tickbench
