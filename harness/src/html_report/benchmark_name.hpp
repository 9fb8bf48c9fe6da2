// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "html_report/run.hpp"

namespace tickbench::html_report {

/// An id taken apart: `opencl/transfer/heap_to_device/8192` is the size 8192 of the variant
/// `heap_to_device` of `transfer`.
struct BenchmarkName {
  std::string family;   ///< the function's name, without the back end
  std::string variant;  ///< what else tells it apart, the size aside; often empty
  std::optional<double> size;

  std::string series() const { return variant.empty() ? family : family + "/" + variant; }
};

/// One for each benchmark, in order. Which of several numeric arguments is the size can only be
/// seen on all of them: it is the one that takes the most values.
std::vector<BenchmarkName> take_apart(const std::vector<const Benchmark*>& benchmarks);

}  // namespace tickbench::html_report
