// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compare/compare.hpp"

/// How the rows of a table are judged together, and what is said of all of them.
namespace tickbench::compare {

/// Judges each of `all` that can be judged: its row's ratio, verdict and `p_adjusted`. Equality is
/// rejected by Holm's method, so that the chance of any false alarm is `options.error_rate`; what
/// is the same, is so by intervals that all hold together at that rate.
void judge_all(std::span<Sides> all, const Options& options,
               std::optional<metrics::Direction> better);

/// Several benchmarks of one function on one device of one machine that were judged; and all of
/// them, where that is another group.
struct Group {
  GroupMean mean;
  std::vector<const Sides*> members;
};
std::vector<Group> groups_of(std::span<const Sides> all);

/// "opencl/saxpy" of "opencl/saxpy/1024", "f<int>" of "f<int>/8/threads:2/real_time".
std::string_view group_name(std::string_view id);

/// The mean over a group's members of log(new / old), of each pair that has all of them.
std::vector<double> mean_log_ratios(const Group& group);

/// The groups' means with their intervals, from the runs that have all members of a group. None
/// where a side has one such run.
std::vector<GroupMean> group_means(std::span<const Sides> all, const Options& options);

/// What the spread is taken from, and what is promised of false alarms: no more than the order of
/// the runs and their number allow. Sets `promised`.
void add_notes(Comparison& comparison, RunOrder order, const Options& options);

/// The commits that the runs state, each once: "83b3f7f"; empty where none states one.
std::string commits_of(std::span<const results::ResultFile> files);

/// "Commits: old 83b3f7f, new 0a08002."
std::string commits_note(const Comparison& comparison);

}  // namespace tickbench::compare
