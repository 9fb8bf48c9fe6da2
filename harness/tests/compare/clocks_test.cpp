// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "compare/compare.hpp"
#include "compare/runs.hpp"
#include "compare/table.hpp"
#include "comparison_formats/formats.hpp"

namespace tickbench::compare {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::RunBuilder;

using Files = std::vector<results::ResultFile>;

const Interval kNarrow{0.999e-3, 1.001e-3};

Comparison compared(const RunBuilder& before, const RunBuilder& now, const Options& options = {}) {
  return compare(Files{before}, Files{now}, options);
}

TEST(Clocks, AreSaidWhereTheSidesDifferWithTheRatioInCycles) {
  // At 85 % of the clock the same cycles take 1 / 0.85 of the time.
  const auto comparison =
      compared(RunBuilder("old").add("a", 1e-3, kNarrow).clocks(2e9, 1e9),
               RunBuilder("new").add("a", 1e-3 / 0.85, kNarrow).clocks(1.7e9, 1e9));
  const auto& row = comparison.rows.at(0);
  EXPECT_NEAR(ratio_in_cycles(row, "time").value(), 1, 1e-9);
  EXPECT_EQ(clocks_text(row, "time"),
            "device clock: 2 GHz before, 1.7 GHz now (in cycles new/old is 1.0000)");
  std::ostringstream table, json, markdown;
  render_table(table, comparison);
  EXPECT_THAT(table.str(), HasSubstr("    device clock: 2 GHz before, 1.7 GHz now"));
  render_markdown(markdown, comparison);
  EXPECT_THAT(markdown.str(), HasSubstr("2 GHz before"));
  render_json(json, comparison, 0);
  const auto of_row = nlohmann::json::parse(json.str())["benchmarks"][0];
  EXPECT_EQ(of_row["old_clocks"]["core_hertz"], 2e9);
  EXPECT_EQ(of_row["new_clocks"]["memory_hertz"], 1e9);
  EXPECT_NEAR(of_row["ratio_in_cycles"].get<double>(), 1, 1e-9);
}

TEST(Clocks, OfARateAreDividedOut) {
  Options options;
  options.metric = "bytes_per_second";
  const auto comparison = compared(RunBuilder("old")
                                       .add("a", 1e-3)
                                       .metric("bytes_per_second", 1e9, Interval{0.9e9, 1.1e9})
                                       .clocks(2e9),
                                   RunBuilder("new")
                                       .add("a", 1e-3)
                                       .metric("bytes_per_second", 0.85e9, Interval{0.8e9, 0.9e9})
                                       .clocks(1.7e9),
                                   options);
  EXPECT_NEAR(ratio_in_cycles(comparison.rows.at(0), options.metric).value(), 1, 1e-9);
}

TEST(Clocks, AreNotSaidWhereTheyAreAlikeOrUnknown) {
  const auto text = [](double before, double now) {
    const auto comparison = compared(RunBuilder("old").add("a", 1e-3, kNarrow).clocks(before),
                                     RunBuilder("new").add("a", 1e-3, kNarrow).clocks(now));
    return clocks_text(comparison.rows.at(0), "time");
  };
  EXPECT_THAT(text(2e9, 1.99e9), IsEmpty());
  EXPECT_THAT(text(0, 2e9), IsEmpty());
  EXPECT_THAT(text(2e9, 0), IsEmpty());
  EXPECT_THAT(text(2e9, 1.97e9), Not(IsEmpty()));
}

TEST(Clocks, OfTheMemoryAreSaidToo) {
  const auto comparison = compared(RunBuilder("old").add("a", 1e-3, kNarrow).clocks(2e9, 1e9),
                                   RunBuilder("new").add("a", 1e-3, kNarrow).clocks(2e9, 0.8e9));
  EXPECT_EQ(clocks_text(comparison.rows.at(0), "time"), "memory clock: 1 GHz before, 800 MHz now");
}

TEST(CanaryNotes, SayThatTheMachineMoved) {
  const auto notes =
      compared(RunBuilder("old").add("a", 1).canary("arithmetic", 1).canary("memory", 2),
               RunBuilder("new").add("a", 1).canary("arithmetic", 1.1).canary("memory", 2))
          .notes;
  EXPECT_THAT(notes,
              Contains("The machine moved: the canary of opencl:0 (GPU) did between the sides "
                       "(new/old: arithmetic 1.1000, memory 1.0000), and a difference of that "
                       "size need not be the code's."));
}

TEST(CanaryNotes, SayThatItStoodStill) {
  const auto notes = compared(RunBuilder("old").add("a", 1).canary("memory", 1),
                              RunBuilder("new").add("a", 1).canary("memory", 1.01))
                         .notes;
  EXPECT_THAT(notes, Contains(HasSubstr("The machine stood still: the canary of opencl:0 (GPU)")));
}

TEST(CanaryNotes, SayThatItIsUnclear) {
  const auto notes = compared(RunBuilder("old").add("a", 1).canary("memory", 1, 1, 0.2),
                              RunBuilder("new").add("a", 1).canary("memory", 1.2, 1, 0.2))
                         .notes;
  EXPECT_THAT(notes, Contains(HasSubstr("Whether the machine moved is unclear")));
}

TEST(CanaryNotes, SayThatItIsUnclearWhereASideIsOfTwoKinds) {
  const Files runs{RunBuilder("1").add("a", 1).canary("memory", 1),
                   RunBuilder("2").add("a", 1).canary("memory", 2)};
  EXPECT_THAT(canary_notes(runs, runs, 0.015),
              ElementsAre("Whether the machine moved is unclear: the canary of opencl:0 (GPU) "
                          "varies by up to 100.4 % within a side (new/old: memory 1.0000)."));
}

TEST(CanaryNotes, SayThatItIsUnclearWhereItsIntervalsAreWide) {
  EXPECT_THAT(canary_notes(Files{RunBuilder("1").canary("memory", 1, 1, 0.02)},
                           Files{RunBuilder("2").canary("memory", 1)}, 0.015),
              ElementsAre(HasSubstr("is unclear")));
}

TEST(CanaryNotes, AreOfEachMachineAlone) {
  const auto notes = canary_notes(Files{RunBuilder("1").of_machine("one").canary("memory", 1),
                                        RunBuilder("2").of_machine("two").canary("memory", 2)},
                                  Files{RunBuilder("3").of_machine("one").canary("memory", 1.3),
                                        RunBuilder("4").of_machine("two").canary("memory", 2)},
                                  0.015);
  EXPECT_THAT(
      notes,
      ElementsAre(HasSubstr("The machine moved: the canary of opencl:0 (GPU) of one did"),
                  HasSubstr("The machine stood still: the canary of opencl:0 (GPU) of two")));
}

TEST(CanaryNotes, AreOfAllFilesNotOfTheFirst) {
  const auto plain = RunBuilder("1").add("a", 1);
  const auto with = [](const std::string& path, double time) {
    return RunBuilder(path).add("a", 1).canary("memory", time);
  };
  EXPECT_THAT(canary_notes(Files{plain, with("2", 1)}, Files{plain, with("4", 1.1)}, 0.015),
              ElementsAre(HasSubstr("The machine moved")));
  // The same of the kernels of a device.
  const auto other = RunBuilder("5").canary("arithmetic", 1);
  EXPECT_THAT(canary_notes(Files{other, with("2", 1)}, Files{other, with("4", 1.1)}, 0.015),
              ElementsAre(HasSubstr("new/old: arithmetic 1.0000, memory 1.1000")));
}

TEST(CanaryNotes, AreNoneWithoutACanaryOfOneKindOnBothSides) {
  const auto canary = HasSubstr("canary");
  EXPECT_THAT(
      compared(RunBuilder("old").add("a", 1), RunBuilder("new").add("a", 1).canary("memory", 1))
          .notes,
      Not(Contains(canary)));
  EXPECT_THAT(compared(RunBuilder("old").add("a", 1).canary("memory", 1),
                       RunBuilder("new").add("a", 1).canary("memory", 1, 2))
                  .notes,
              Not(Contains(canary)));
}

}  // namespace
}  // namespace tickbench::compare
