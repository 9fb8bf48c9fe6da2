// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compare/looks.hpp"
#include "compare/sides.hpp"
#include "statistics/inference.hpp"

/// How the rows of a table are judged together, and what is said of all of them.
namespace tickbench::compare {

/// The centre of a log ratio less `shift`, at the error rate `alpha`.
using Question = std::function<std::optional<inference::Centre>(double alpha, double shift)>;

/// Judges each of `all` that can be judged, and returns the geometric means with their verdicts.
///
/// Three questions are asked. Each benchmark by itself: is its ratio another one than 1? Each one
/// beside the others of the same pairs: does it differ from their median? And all of them together,
/// by device and by function: is the geometric mean another one than 1? Two fifths of the error
/// rate are for the means. Holm's method divides the rest among both questions of all rows. So the
/// chance of any false alarm is `options.error_rate`, over all looks. What is the same, is so by
/// itself, by intervals that all hold together at that rate.
///
/// A row is slower by itself; or beside the others, if neither its own figures nor the mean of
/// those that have not changed by themselves say the opposite, and at most a quarter of the others
/// differ like that. Where more do, or where it is better beside others that may all have got
/// worse, and nothing says which of them moved, it `differs from the others`.
///
/// `looks`: of pairs; one for runs that are no pairs.
std::vector<GroupMean> judge_all(std::span<Sides> all, std::span<const Look> looks,
                                 const Options& options, std::optional<metrics::Direction> better);

/// Of fewer pairs only large differences are claimed: processes of one program were recorded 9 %
/// apart, of one of two kinds, and so few may all be of one kind by chance.
inline constexpr std::size_t kFewPairs = 6;

/// Of differences in any of so many rows; and of a single row's test before any other is rejected.
double rows_error_rate(double error_rate, std::size_t rows);
double row_error_rate(double error_rate, std::size_t rows, bool is_paired,
                      std::size_t with_wall_times);
double mean_error_rate(double error_rate);

/// Several benchmarks that were judged: of one function on one device of one machine, of one
/// device, and last all of them. None has the same members as another.
struct Group {
  GroupMean mean;
  std::vector<const Sides*> members;
};
std::vector<Group> make_groups(std::span<const Sides> all);
Group make_wall_group(std::span<const Sides> all);
Question make_question(const Group& group, std::span<const Look> looks, const Options& options);

/// "opencl/saxpy" of "opencl/saxpy/1024", "f<int>" of "f<int>/8/threads:2/real_time".
std::string_view group_name(std::string_view id);

/// The mean over a group's members of log(new / old), by pair: NaN where one is missing.
std::vector<double> mean_log_ratios(const Group& group);

/// What the spread is taken from, and what is promised of false alarms: no more than the order of
/// the runs and their number allow. Sets `promised`.
void add_notes(Comparison& comparison, RunOrder order, const Options& options);

/// Takes every verdict back that a drift of the machine could have made, says what it would have
/// been, and names the command that would show it. For runs that were not taken in turn.
void only_propose(Comparison& comparison, std::span<const results::ResultFile> old_files,
                  std::span<const results::ResultFile> new_files);

/// Whether the canaries of the devices say that the machine moved between the sides, that it did
/// not, or nothing: a line a device of a machine. Where it did, a difference of that size need not
/// be the code's.
std::vector<std::string> canary_notes(std::span<const results::ResultFile> old_files,
                                      std::span<const results::ResultFile> new_files,
                                      double effect);

/// The commits that the runs state, each once: "83b3f7f"; empty where none states one.
std::string list_commits(std::span<const results::ResultFile> files);

/// "Commits: old 83b3f7f, new 0a08002."
std::string commits_note(const Comparison& comparison);

}  // namespace tickbench::compare
