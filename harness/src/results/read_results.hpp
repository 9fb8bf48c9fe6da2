// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <string>

#include "results/result_file.hpp"

namespace tickbench::results {

/// Reads a result file of tickbench or of plain Google Benchmark (1.5 or newer), piece by piece.
///
/// Throws UsageError saying what was expected, what was found and where: a file that is not JSON or
/// cut off, another kind of file, a number that is text, two rows for one repetition of one
/// benchmark.
ResultFile read_results(const std::string& path);
ResultFile read_results(std::istream& source, const std::string& name);

/// Adds the samples that `--tickbench_samples_out` wrote in the same run. Throws UsageError where
/// the file is no samples file, or names a benchmark or a repetition that `results` does not have.
void read_samples(const std::string& path, ResultFile& results);
void read_samples(std::istream& source, const std::string& name, ResultFile& results);

}  // namespace tickbench::results
