// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "google/registry.hpp"
#include "measurement/sampling.hpp"

namespace tickbench::google {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

/// 40 held brackets of 100 us, by a clock that steps in 10 ns.
results::Record record_with_marks_of(Seconds marks, Seconds step = Seconds(10e-9)) {
  results::Record record;
  auto& batched = record.batched.emplace();
  batched.mode = Mode::kBatched;
  batched.hold = HoldMethod::kDelayKernel;
  batched.launches_per_bracket = 10;
  batched.clock_step = step;
  batched.marks = marks;
  batched.samples.assign(40, {.device = Seconds(10e-6), .host = Seconds(20e-6)});
  summarise(batched, record.settings.precision);
  return record;
}

TEST(Label, SaysWhyABracketIsTooShort) {
  EXPECT_THAT(label(record_with_marks_of(Seconds(0.9e-6)), ""), EndsWith(", held"));
  const auto marked = record_with_marks_of(Seconds(1.3e-6));
  EXPECT_THAT(label(marked, ""), EndsWith(", held, marks too long for the precision"));
  EXPECT_THAT(marked.batched->notes,
              ElementsAre(HasSubstr("marks too long for the precision: a bracket of 10 launches "
                                    "took 100 us, at least 130 us was needed")));
  const auto coarse = record_with_marks_of(Seconds(0), Seconds(1e-6));
  EXPECT_THAT(label(coarse, ""), EndsWith(", held, below the clock's resolution"));
  EXPECT_THAT(label(coarse, ""), Not(HasSubstr("marks")));
}

}  // namespace
}  // namespace tickbench::google
