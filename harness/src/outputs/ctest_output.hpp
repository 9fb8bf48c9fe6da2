// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "floors/floor_book.hpp"
#include "results/result.hpp"
#include "suite/options.hpp"

namespace tickbench::suite {

/// What CTest takes from a test's output and hands on to a dashboard: outcome, device, what became
/// of each floor, and each metric as a measurement (the median over repetitions), each output file
/// as an attachment.
///
/// The trap: CTest reads everything between the first and the last of these elements as XML. So
/// they are written in one piece, after all else but the summary, which goes to standard error.
///
///     <CTestMeasurement type="numeric/double" name="time">1.5e-05</CTestMeasurement>
///
/// Names are the metrics' own where one benchmark runs on one device, as in a test that
/// tickbench_discover_tests made; else the id and the device stand before them.
std::string ctest_output(const std::vector<const Record*>& records, const FloorBook& floors,
                         const Options& options);

}  // namespace tickbench::suite
