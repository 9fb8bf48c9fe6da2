// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "results/result_file.hpp"

namespace tickbench::compare {

/// One benchmark on one device in one run: where it stands in which file.
struct Occurrence {
  const results::ResultFile* file = nullptr;
  const results::Benchmark* benchmark = nullptr;
};

/// What is compared with what. Occurrences are in the order of the files; a file without the
/// benchmark leaves a null one, so that pairs stay pairs.
struct Match {
  std::string id;
  std::vector<Occurrence> old_runs, new_runs;

  bool has_old() const;
  bool has_new() const;
};

/// By id and device. Where an id ran on one device of one name before and on one of another name
/// now, these two are matched, so that the difference is named instead of reported as a benchmark
/// gone and one come. In the order of the old files, then of the new ones.
std::vector<Match> match(std::span<const results::ResultFile> old_files,
                         std::span<const results::ResultFile> new_files);

/// Why the numbers of `metric` cannot be compared: "driver: 570.1 before, 580.2 now". Empty: they
/// can. Runs of one side are compared with each other as well.
std::vector<std::string> differences(const Match& match, const std::string& metric);

}  // namespace tickbench::compare
