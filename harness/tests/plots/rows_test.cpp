// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "plots/plots.hpp"

namespace tickbench::html_report {
namespace {

/// Their names alone: what the rows point into is gone.
Rows names(const std::vector<std::string>& ids) {
  std::vector<RunSummary> runs(1);
  for (const auto& id : ids) {
    auto& benchmark = runs[0].benchmarks.emplace_back();
    benchmark.id = id;
    benchmark.backend = "opencl";
  }
  return make_rows(runs);
}

TEST(Rows, FamilyAndSize) {
  const auto name = names({"opencl/saxpy/1024"}).front();
  EXPECT_EQ(name.family, "saxpy");
  EXPECT_EQ(name.variant, "");
  EXPECT_EQ(name.size, 1024);
}

TEST(Rows, WordsAreTheVariant) {
  const auto name = names({"opencl/transfer/heap_to_device/bytes:8192"}).front();
  EXPECT_EQ(name.family, "transfer");
  EXPECT_EQ(name.variant, "heap_to_device");
  EXPECT_EQ(name.series(), "transfer/heap_to_device");
  EXPECT_EQ(name.size, 8192);
}

TEST(Rows, TheArgumentOfMostValuesIsTheSize) {
  const auto all = names({"opencl/f/1/8", "opencl/f/2/8", "opencl/f/3/8", "opencl/f/3/16"});
  EXPECT_EQ(all[1].size, 2);
  EXPECT_EQ(all[1].variant, "8");
}

TEST(Rows, ANumberOfThreadsIsNoSize) {
  const auto all = names({"opencl/f/8/threads:1", "opencl/f/8/threads:2", "BM_x/threads:8"});
  EXPECT_EQ(all[1].size, 8);
  EXPECT_EQ(all[1].variant, "threads:2");
  EXPECT_FALSE(all[2].size.has_value());
}

TEST(Rows, OddNamesAreNames) {
  EXPECT_EQ(names({""}).front().family, "");
  EXPECT_EQ(names({"1024"}).front().family, "1024");
  EXPECT_EQ(names({"opencl/"}).front().family, "");
  EXPECT_FALSE(names({"opencl/f/nan"}).front().size.has_value());
  EXPECT_FALSE(names({"opencl/f/1e999"}).front().size.has_value());
}

}  // namespace
}  // namespace tickbench::html_report
