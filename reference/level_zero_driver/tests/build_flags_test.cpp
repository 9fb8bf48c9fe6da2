// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "build_flags.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <sstream>
#include <vector>

#include "spirv_module.hpp"

using zecpu::BadSpirv;
using zecpu::opencl_options;

namespace {

std::vector<std::string> options(const std::string& flags) {
  std::istringstream words(opencl_options(flags));
  return {std::istream_iterator<std::string>(words), {}};
}

TEST(BuildFlags, TakesLevelsInEveryFormInUse) {
  for (const char* none : {"-ze-opt-level=0", "-ze-opt-level=O0", "-ze-opt-level 0"})
    EXPECT_THAT(options(none), testing::ElementsAre("-cl-opt-disable")) << none;
  for (const char* some : {"-ze-opt-level=1", "-ze-opt-level=2", "-ze-opt-level=O1",
                           "-ze-opt-level=O2", "-ze-opt-level 1", "-ze-opt-level O2"})
    EXPECT_THAT(options(some), testing::IsEmpty()) << some;
  EXPECT_THAT(options("-ze-opt-level 2 -ze-opt-large-register-file -cl-mad-enable"),
              testing::ElementsAre("-cl-mad-enable"));
}

TEST(BuildFlags, RefusesOtherLevels) {
  for (const char* bad : {"-ze-opt-level", "-ze-opt-level=", "-ze-opt-level=3", "-ze-opt-level -g"})
    try {
      opencl_options(bad);
      ADD_FAILURE() << bad;
    } catch (const BadSpirv& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("-ze-opt-level: expected a level of 0 to 2"));
    }
}

TEST(BuildFlags, TakesEveryFlagOfTheSpecification) {
  EXPECT_THAT(options("-ze-opt-disable -ze-opt-greater-than-4GB-buffer-required "
                      "-ze-opt-large-register-file -ze-opt-has-buffer-offset-arg -g"),
              testing::ElementsAre("-cl-opt-disable", "-g"));
}

TEST(BuildFlags, NamesUnknownOnesAndTheKnown) {
  try {
    opencl_options("-ze-opt-everything");
    ADD_FAILURE();
  } catch (const BadSpirv& error) {
    EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr("'-ze-opt-everything'"),
                                             testing::HasSubstr("-ze-opt-level, "),
                                             testing::HasSubstr("-ze-opt-large-register-file")));
  }
}

}  // namespace
