// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// `--metric instructions` of `check` and `ab`, with a stand-in for Valgrind that counts what a
// script says it did, and with Valgrind itself where it is installed.
#include "programs/instructions.hpp"

#include <gmock/gmock.h>
#include <linux/perf_event.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "process/child_process.hpp"
#include "tools/tool_fixture.hpp"

namespace tickbench::tools {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// Runs what stands behind --, and writes what that says of its instructions as Callgrind does.
constexpr const char* kValgrind = R"sh(#!/bin/sh
[ "$1" = --version ] && exec echo valgrind-3.0
[ "$SIGILL" ] && kill -ILL $$
for word; do
  case "$word" in --callgrind-out-file=*) file="${word#*=}" ;; --dump-before=*) part=.2 ;; esac
done
echo "$@" >> valgrind.asked
while [ "$1" != -- ]; do shift; done
shift
rm -f count others
"$@" || exit $?
write() { printf 'creator: callgrind-%s\nsummary: %s\n' "${COUNTED_BY:-3.0}" "$1" > "$file$2"; }
[ "$part" ] && write 7 -01
[ "$STRIPPED" ] && exit 0
[ -e others ] && write "$(cat others)" -02
write "$(cat count)" "$part-01"
[ "$part" ] && write 1 .1-01
exit 0
)sh";

/// A Google Benchmark program with rows of all kinds. An iteration takes PER instructions, and all
/// else SETUP. With OLDER it takes no number of iterations, but a time.
constexpr const char* kProgram = R"sh(#!/bin/sh
echo "$@" >> asked
for flag; do
  case "$flag" in
    --benchmark_list_tests=true) list=1 ;;
    --benchmark_filter=*) filter="${flag#*=}" ;;
    --benchmark_out=*) out="${flag#*=}" ;;
    --benchmark_min_time=*) time="${flag#*=}" ;;
  esac
done
rows='BM_a/1 BM_a/10 BM_a/threads:2 BM_a/threads:1 BM_a/min_warmup_time:1.000 BM_fixed/iterations:5'
if [ "$list" ]; then
  [ "$OLDER" ] && case "$time" in *[sx]) echo "benchmark_min_time: no number" >&2; exit 1 ;; esac
  for row in ${ROWS:-$rows}; do
    case "$filter" in all|"^$row\$"|"") echo "$row" ;; esac
  done
  exit 0
fi
case "$time" in *x) n="${time%x}" ;; 0) n=1 ;; 0.1) n=700 ;; 0.2) n=1500 ;; *) n=10 ;; esac
name="${filter#^}"; name="${name%\$}"
[ "$name" = BM_fixed/iterations:5 ] && n=5
[ "$n" -gt "${CRASHES_ABOVE:-9999999999}" ] && kill -SEGV $$
run=$(cat runs 2> /dev/null || echo 0); echo $((run + 1)) > runs
echo $((${SETUP:-0} + n * (${PER:-1000} + run * ${MORE_A_RUN:-0}))) > count
[ "$OTHERS" ] && echo $((n * OTHERS)) > others
echo "{\"context\": {\"date\": \"$(date)\"}, \"benchmarks\": [{\"name\": \"$name\", \"run_name\": \"$name\",
  \"run_type\": \"iteration\", \"iterations\": $n, \"real_time\": 1, \"cpu_time\": 1, \"time_unit\": \"us\"}]}" > "$out"
)sh";

class InstructionsTest : public ToolTest {
 protected:
  void SetUp() override {
    ToolTest::SetUp();
    std::filesystem::create_directory("bin");
    write_program("bin/valgrind", kValgrind);
    write_program("program", kProgram);
    set("CTEST_RESOURCE_GROUP_COUNT", "1");  // no lock of the host
    set("TICKBENCH_CALLGRIND", "1");
    before_ = std::getenv("PATH");
    set("PATH", std::filesystem::absolute("bin").string() + ":" + before_);
  }
  void TearDown() override {
    for (const auto& name : set_) ::unsetenv(name.c_str());
    ::setenv("PATH", before_.c_str(), 1);
    ToolTest::TearDown();
  }

  void set(const std::string& name, const std::string& value) {
    ::setenv(name.c_str(), value.c_str(), 1);
    set_.push_back(name);
  }

  static Result check(std::vector<std::string> words) {
    words.insert(words.begin(), {"check", "./program", "--metric=instructions"});
    return run(words);
  }
  static nlohmann::json counted(const std::string& row) {
    return nlohmann::json::parse(check({"--benchmark=" + row, "--json"}).out)[0];
  }

  /// NEW is OLD with other values of its variables.
  static Result ab(const std::string& change, std::vector<std::string> more = {}) {
    write_program("new", "#!/bin/sh\n" + change + " exec ./program \"$@\"\n");
    more.insert(more.begin(), {"ab", "./program", "./new", "--metric=instructions"});
    return run(more);
  }

  static std::string floor(const std::string& members) {
    write("floors.json",
          R"({"schema": "tickbench-floors/1", "floors": [{"device": ".*", "benchmark":
          "BM_a/1|BM_a/threads:2", "metric": "instructions", "tolerance": 0, )" +
              members + "}]}");
    return "--floors=floors.json";
  }

 private:
  std::vector<std::string> set_;
  std::string before_;
};

TEST_F(InstructionsTest, WhatIsDoneOnceIsNotCounted) {
  set("SETUP", "123456789");
  const auto row = counted("BM_a/1");
  EXPECT_EQ(row["outcome"], "passed");
  EXPECT_EQ(row["processes"], 1);
  EXPECT_DOUBLE_EQ(row["metrics"]["instructions"]["value"], 1000);
  EXPECT_EQ(row["metrics"].size(), 1U) << "times under Callgrind are none";
  EXPECT_THAT(content("asked"),
              AllOf(HasSubstr("--benchmark_filter=^BM_a/1$"), HasSubstr("--benchmark_min_time=1x"),
                    HasSubstr("--benchmark_min_time=2x")));
  EXPECT_THAT(content("valgrind.asked"),
              AllOf(HasSubstr("--command-line-only=yes --trace-children=yes"),
                    Not(HasSubstr("dump-before"))));
}

TEST_F(InstructionsTest, IterationsAreAsManyAsNoiseAsksFor) {
  for (const auto* per : {"3", "1000", "20000000"}) {
    set("PER", per);
    EXPECT_DOUBLE_EQ(counted("BM_a/1")["metrics"]["instructions"]["value"], std::stod(per));
  }
  EXPECT_THAT(content("asked"), HasSubstr("=32768x")) << "8192 of 1000 are the first to be enough";
  // One iteration takes enough, and the last process has four.
  EXPECT_THAT(content("asked").substr(content("asked").rfind("min_time=")), HasSubstr("=4x"));
}

TEST_F(InstructionsTest, OneTurnDecidesAFloor) {
  const auto met = check({"--benchmark=BM_a/1", "--budget=0", floor(R"("at_most": 1000)")});
  EXPECT_EQ(met.status, 0) << met.err;
  EXPECT_THAT(met.out,
              AllOf(HasSubstr("floor met: BM_a/1: instructions 1"), HasSubstr("instructions\n")));
  const auto missed = check({"--benchmark=BM_a/1", "--budget=0", floor(R"("at_most": 980)")});
  EXPECT_EQ(missed.status, 1);
  EXPECT_THAT(missed.out, AllOf(HasSubstr("floor MISSED"), HasSubstr("--metric=instructions")));
  // A floor whose better direction is the other one.
  EXPECT_THAT(check({"--benchmark=BM_a/1", floor(R"("at_least": 10)")}).out, HasSubstr("doubtful"));
  // Of times there are none, and without the flag no instructions.
  write("times.json", R"({"schema": "tickbench-floors/1", "floors": [{"device": ".*",
        "benchmark": "BM_a/1", "metric": "cpu_time", "at_most": 1}]})");
  EXPECT_THAT(check({"--benchmark=BM_a/1", "--floors=times.json"}).out, HasSubstr("NOT MEASURED"));
  const auto plain =
      run({"check", "./program", "--benchmark=BM_a/1", "--budget=0", floor(R"("at_most": 1000)")});
  EXPECT_EQ(plain.status, 1);
  EXPECT_THAT(plain.out, HasSubstr("NOT MEASURED"));
}

TEST_F(InstructionsTest, WhatNoCountTellsIsNamedAndTheOthersGoOn) {
  const auto all = check({});
  EXPECT_EQ(all.status, 0) << all.out << all.err;
  EXPECT_THAT(all.out,
              AllOf(HasSubstr("BM_a/threads:2  skipped: it runs in several threads"),
                    HasSubstr("skipped: it warms up for a time"),
                    HasSubstr("skipped: more iterations were asked for, and none found: 5"),
                    testing::ContainsRegex("BM_a/threads:1 .*1000.00\n"),
                    testing::ContainsRegex("BM_a/10 .*1000.00\n")));
  const auto refused = check({"--benchmark=BM_a/threads:2", floor(R"("at_most": 1000)")});
  EXPECT_EQ(refused.status, 1) << "its floor is not met";
  EXPECT_THAT(refused.out, HasSubstr("not_counted"));
  EXPECT_EQ(check({"--benchmark=BM_a/threads:2"}).status, 77);
  for (const auto& [variable, value, text] :
       {std::tuple("SIGILL", "1", "Valgrind does not know one of its instructions, of AVX-512"),
        std::tuple("OTHERS", "500000", "other threads work in it, which may spin"),
        std::tuple("STRIPPED", "1", "Callgrind wrote no count")}) {
    set(variable, value);
    const auto one = counted("BM_a/1");
    EXPECT_EQ(one["outcome"], "skipped") << variable;
    EXPECT_THAT(one["message"].get<std::string>(), HasSubstr(text));
    ::unsetenv(variable);
  }
}

TEST_F(InstructionsTest, ACrashIsAFailureWhateverCameBefore) {
  set("CRASHES_ABOVE", "1");
  const auto crashed = check({"--benchmark=BM_a/1"});
  EXPECT_EQ(crashed.status, 1);
  EXPECT_THAT(crashed.out, HasSubstr("FAILED"));
  EXPECT_THAT(crashed.out, Not(HasSubstr("1000")));
}

TEST_F(InstructionsTest, CountsThatDifferAreNoCertainty) {
  set("PER", "10000000");
  set("MORE_A_RUN", "100000");  // 1 %
  const auto result = check({"--benchmark=BM_a/1", "--budget=0", floor(R"("at_most": 9000000)")});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, AllOf(HasSubstr("inconclusive"), HasSubstr("±")));
  EXPECT_THAT(ab("PER=12000000", {"--budget=0"}).out, HasSubstr("unclear"));
}

TEST_F(InstructionsTest, OlderProgramsAreCountedInTheirLoop) {
  set("OLDER", "1");
  EXPECT_DOUBLE_EQ(counted("BM_a/1")["metrics"]["instructions"]["value"], 1000);
  EXPECT_THAT(content("valgrind.asked"),
              AllOf(HasSubstr("--zero-before=benchmark::State::StartKeepRunning()"),
                    HasSubstr("--dump-before=benchmark::State::FinishKeepRunning()")));
  set("OTHERS", "500000");
  EXPECT_THAT(counted("BM_a/1")["message"].get<std::string>(),
              HasSubstr("other threads work in it"));
  ::unsetenv("OTHERS");
  set("STRIPPED", "1");
  EXPECT_THAT(counted("BM_a/1")["message"].get<std::string>(),
              HasSubstr("the program is stripped"));
}

TEST_F(InstructionsTest, ProgramsAreComparedByOnePair) {
  set("ROWS", "BM_a/1 BM_a/10 BM_a/threads:2");
  const auto equal = ab("SETUP=1000000");
  EXPECT_EQ(equal.status, 0) << equal.out << equal.err;
  EXPECT_THAT(equal.out,
              AllOf(testing::ContainsRegex("1\\.0000  \\[0\\.99.*\\]  same"), HasSubstr("2 same"),
                    HasSubstr("it stopped after 1 pair"), HasSubstr("skipped: it runs in"),
                    HasSubstr("misses of caches and of branches")));
  const auto more =
      ab("PER=1030", {"--json-out=c.json", "--junit-out=c.xml", "--markdown-out=c.md"});
  EXPECT_EQ(more.status, 1) << more.out << more.err;
  EXPECT_THAT(more.out, AllOf(testing::ContainsRegex("1\\.0300  \\[1\\.02.*\\]  more instructions"),
                              HasSubstr("2 more instructions")));
  const auto fewer = ab("PER=900");
  EXPECT_EQ(fewer.status, 0) << fewer.out << fewer.err;
  EXPECT_THAT(fewer.out, HasSubstr("2 fewer instructions"));
  for (const auto& text :
       {more.out, fewer.out, content("c.json"), content("c.xml"), content("c.md")})
    EXPECT_THAT(text, Not(testing::ContainsRegex("slower|faster")));
  const auto small = ab("PER=1010");
  EXPECT_EQ(small.status, 0);
  EXPECT_THAT(small.out, HasSubstr("2 same"));
  EXPECT_EQ(ab("PER=1010", {"--effect=0.005"}).status, 1);
}

TEST_F(InstructionsTest, FilesOfTwoWaysOfCountingAreNotCompared) {
  const auto record = [&](const std::string& name) {
    EXPECT_EQ(check({"--benchmark=BM_a/1", "--out=" + name}).status, 0);
  };
  record("a.json");
  set("PER", "1030");
  record("b.json");
  set("COUNTED_BY", "4.0");
  record("c.json");
  const auto alike = run({"compare", "a.json", "b.json", "--metric=instructions"});
  EXPECT_EQ(alike.status, 1) << alike.out << alike.err;
  EXPECT_THAT(alike.out,
              AllOf(HasSubstr("more instructions"), Not(HasSubstr("nothing is claimed"))));
  const auto other = run({"compare", "a.json", "c.json", "--metric=instructions"});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.out,
              HasSubstr("setting instructions.by: callgrind-3.0 before, callgrind-4.0 now"));
  const auto judged = run({"floors", "check", "a.json", floor(R"("at_most": 999)").substr(9)});
  EXPECT_THAT(run({"floors", "check", "a.json", "--floors", "floors.json"}).out,
              HasSubstr("MISSED"));
}

TEST_F(InstructionsTest, NoOtherMetricIsMeantAndNeitherWayIsNamed) {
  const auto unknown = run({"check", "./program", "--metric=instruction"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("instructions"));
  set("PATH", "/nowhere");
  const auto neither = check({"--benchmark=BM_a/1"});
  EXPECT_EQ(neither.status, 2);
  EXPECT_THAT(neither.err, AllOf(HasSubstr("expected the processor's counters, or Valgrind (the "
                                           "package valgrind), found neither"),
                                 HasSubstr("valgrind: cannot be started")));
}

TEST_F(InstructionsTest, ACounterThatTookTurnsIsNoCount) {
  EXPECT_EQ(programs::whole_count({1000, 50, 50}), 1000.0);
  EXPECT_EQ(programs::whole_count({1000, 50, 49}), std::nullopt);
  EXPECT_EQ(programs::whole_count({0, 0, 0}), std::nullopt);
}

TEST_F(InstructionsTest, ACounterIsOfChildrenAlone) {
  write_program("busy", "#!/bin/sh\ni=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done\n");
  const programs::ChildCounter clock(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK);
  if (clock.error() != 0) GTEST_SKIP() << "perf_event_open: " << std::strerror(clock.error());
  volatile double own = 0;
  for (int i = 0; i < 300'000'000; ++i) own = own + 1;
  process::HeldSignals signals{SIGCHLD};
  process::ChildCommand command;
  command.program = "./busy";
  command.output = "log";
  command.timeout = Seconds(60);
  const auto end = process::run_child(command, signals);
  ASSERT_TRUE(clock.value());
  EXPECT_GT(*clock.value() * 1e-9, 1e-3);
  EXPECT_LE(*clock.value() * 1e-9, end.wall.count());
}

/// Valgrind itself, and a program with the installed Google Benchmark.
TEST_F(InstructionsTest, CallgrindCountsARealProgram) {
  std::filesystem::remove("bin/valgrind");
  if (std::system("valgrind --version > valgrind.version") != 0) GTEST_SKIP() << "no valgrind";
  const auto count = [](const std::string& row) {
    const auto result = run({"check", TICKBENCH_PLAIN_PROGRAM, "--metric=instructions", "--json",
                             "--benchmark=" + row});
    EXPECT_EQ(result.status, 0) << result.out << result.err;
    return nlohmann::json::parse(result.out)[0]["metrics"]["instructions"]["value"].get<double>();
  };
  const double copy = count("BM_Copy");
  EXPECT_GT(copy, 200);
  EXPECT_NEAR(count("BM_Copy") / copy, 1, 1e-3);
  EXPECT_NEAR(count("BM_Sort") / copy, 10, 0.3);  // it does ten times as much
  set("PLAIN_SLOW", "1");
  EXPECT_NEAR(count("BM_Sort") / copy, 20, 0.6);
}

}  // namespace
}  // namespace tickbench::tools
