// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// The command `tickbench check` with a real Google Benchmark program, and with one that takes the
// flags of newer versions.
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "conditions/conditions.hpp"
#include "floors/floor.hpp"
#include "patience.hpp"
#include "tools/tool_fixture.hpp"

namespace tickbench::tools {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

class PlainCheckTest : public ToolTest {
 protected:
  void TearDown() override {
    for (const auto& name : set_) ::unsetenv(name.c_str());
    ToolTest::TearDown();
  }

  void set(const std::string& name, const std::string& value = "1") {
    ::setenv(name.c_str(), value.c_str(), 1);
    set_.push_back(name);
  }

  static Result check(std::vector<std::string> words,
                      const char* program = TICKBENCH_PLAIN_PROGRAM) {
    words.insert(words.begin(), {"check", program, "--min-time=0.001"});
    return run(words);
  }

  static std::string floors(const std::string& benchmark, const std::string& members) {
    write("floors.json", R"({"schema": "tickbench-floors/1", "floors": [{"device": ".*",
          "benchmark": ")" + benchmark +
                             R"(", )" + members + "}]}");
    return "--floors=floors.json";
  }

  static std::string only(const std::string& benchmark) { return "--benchmark=" + benchmark; }

 private:
  std::vector<std::string> set_;
};

TEST_F(PlainCheckTest, ASuiteOfTickbenchsIsNamedAsOne) {
  write_program("suite", R"(#!/bin/sh
for word; do case $word in --benchmark_out=?*) out="${word#*=}";; esac; done
case "$*" in *--benchmark_filter=all*) echo opencl/a/manual_time; exit;; esac
case "$*" in *--benchmark_list_tests=true*) exit;; esac
echo '{"context": {"date": "today"}, "benchmarks": [{"name": "opencl/a/manual_time",
  "run_name": "opencl/a/manual_time", "run_type": "iteration", "real_time": 1, "cpu_time": 1,
  "time_unit": "s", "tickbench": {"id": "opencl/a", "backend": "opencl", "device": "GPU",
  "device_id": "opencl:0", "outcome": "passed"}}]}' > "$out"
)");
  const auto result = check({}, "./suite");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("found a suite of tickbench's, which judges itself: ./suite "
                                    "--tickbench_floors=FILE\n"));
}

TEST_F(PlainCheckTest, ListsIdsWithoutSuffixes) {
  const auto result = check({"--list"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(testing::StartsWith("BM_Copy\nBM_Sort\nBM_Threads/8/threads:1\n"),
                                HasSubstr("\nBM_Twice\nBM_Twice/real_time\nBM_OwnRepetitions\n")));
  EXPECT_EQ(check({"--list", "--", "--benchmark_filter=Sort|Copy"}).out, "BM_Copy\nBM_Sort\n");
}

TEST_F(PlainCheckTest, ChatterAroundTheListIsNoBenchmark) {
  const auto list = check({"--list"}).out;
  for (const auto* chatter : {"PLAIN_CHATS", "PLAIN_LOGS", "PLAIN_BEGINS_A_LINE"}) {
    set(chatter);
    const auto result = check({"--list"});
    EXPECT_EQ(result.status, 0) << chatter << result.err;
    EXPECT_EQ(result.out, list) << chatter;
    EXPECT_EQ(check({"--list", "--", "--benchmark_filter=Copy|Sort"}).out, "BM_Copy\nBM_Sort\n");
    EXPECT_EQ(check({only("BM_Copy")}).status, 0);
  }
}

TEST_F(PlainCheckTest, ChatterThatDiffersBetweenCallsIsRefused) {
  for (const auto& chatter : std::vector<std::vector<const char*>>{
           {"PLAIN_CHATS", "PLAIN_VARIES"}, {"PLAIN_COUNTS"}, {"PLAIN_FALLS_BACK"}}) {
    for (const auto* variable : chatter) set(variable);
    const auto result = check({"--list"});
    EXPECT_EQ(result.status, 2) << chatter.front();
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr("found other lines, which cannot be told from benchmarks: "
                                      "print them on standard error"));
    for (const auto* variable : chatter) ::unsetenv(variable);
  }
}

/// Says neither the same at each call nor what its filter matches.
constexpr const char* kUnclear = "#!/bin/sh\necho this is $$; echo BM_a; echo BM_b\n";

TEST_F(PlainCheckTest, WhatCannotBeToldFromAListIsRefused) {
  write_program("unclear", kUnclear);
  for (const auto* flag : {"--list", "--budget=0"}) {
    const auto result = check({flag}, "./unclear");
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr("./unclear: expected the list of its benchmarks"));
  }
}

TEST_F(PlainCheckTest, WhatItRefusesItDoesNotTouch) {
  write("base.json", "base");
  const auto refused = [](std::vector<std::string> words) {
    const auto result = check(std::move(words));
    EXPECT_EQ(result.status, 2) << result.err;
    EXPECT_EQ(content("base.json"), "base");
    return result.err;
  };
  for (const auto* what : {"--list", "--benchmark=BM_Copy"})
    EXPECT_THAT(refused({what, "--", "--benchmark_out=base.json"}),
                HasSubstr("expected no '--benchmark_out=base.json' among the programs' flags"));
  const auto floor = floors("BM_Copy", R"("metric": "real_time", "at_most": 1)");
  EXPECT_THAT(refused({floor, "--out=floors.json"}),
              HasSubstr("found that it is that of --floors"));
  std::filesystem::create_hard_link(TICKBENCH_PLAIN_PROGRAM, "program");
  const auto program = check({"--out=program"}, "./program");
  EXPECT_EQ(program.status, 2);
  EXPECT_THAT(program.err, HasSubstr("--out program: expected a file of its own, found that it is "
                                     "a program to run"));
  // Google Benchmark takes its flags from there too.
  set("BENCHMARK_OUT", "base.json");
  EXPECT_EQ(check({"--list"}).status, 0);
  EXPECT_EQ(check({only("BM_Copy"), "--budget=0"}).status, 0);
  EXPECT_EQ(content("base.json"), "base");
}

TEST_F(PlainCheckTest, EveryNameIsMeasured) {
  const auto result = check({"--budget=0", "--json", "--", "--benchmark_filter=Odd"});
  EXPECT_EQ(result.status, 0) << result.err;
  const auto all = nlohmann::json::parse(result.out);
  EXPECT_EQ(all.size(), 13U);
  for (const auto& one : all) {
    EXPECT_EQ(one["outcome"], "passed");
    EXPECT_THAT(one["id"].get<std::string>(), HasSubstr("BM_Odd"));
    EXPECT_GT(one["metrics"]["real_time"]["value"], 0);
  }
}

TEST_F(PlainCheckTest, TakesANameAsWellAsAnId) {
  for (const auto* name : {"BM_Sort", "BM_Sort/real_time"}) {
    const auto json = nlohmann::json::parse(check({only(name), "--json"}).out);
    EXPECT_EQ(json[0]["id"], "BM_Sort");
    EXPECT_EQ(json[0]["name"], "BM_Sort/real_time");
    EXPECT_EQ(json[0]["device"], conditions::cpu_model());
  }
  const auto result = check({only("BM_Srt")});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("--benchmark=BM_Srt: expected the name of a benchmark of the "
                                    "program, found none; did you mean BM_Sort"));
}

TEST_F(PlainCheckTest, JudgesWhatTheFloorsAreAbout) {
  const std::vector<std::tuple<std::string, int, std::string>> floors_{
      {R"("metric": "real_time", "at_most": 1)", 0, "floor met: BM_Copy: "},
      {R"("metric": "cpu_time", "at_most": 1e-12)", 1, "floor MISSED: BM_Copy: "},
      {R"("metric": "items_per_second", "at_least": 1)", 0, "items/s"},
      {R"("metric": "counter:allocations", "at_most": 3, "tolerance": 0)", 0,
       "allocations 3 [3, 3]"},
      {R"("metric": "counter:allocations", "at_least": 4, "tolerance": 0)", 1, "MISSED"},
      {R"("metric": "counter:leaks", "at_most": 0)", 0, "met"},
      {R"("metric": "counter:other", "at_most": 1)", 1, "NOT MEASURED"},
      {R"("metric": "ratio", "of": "cpu_time", "to": "BM_Sort", "at_most": 20)", 0, "met"},
      {R"("metric": "ratio", "of": "cpu_time", "to": "BM_Sort", "at_least": 1000)", 1, "MISSED"}};
  for (const auto& [members, status, text] : floors_) {
    const auto result = check({only("BM_Copy"), floors("BM_Copy", members)});
    EXPECT_EQ(result.status, status) << members << result.out << result.err;
    EXPECT_THAT(result.out, HasSubstr(text)) << members;
    if (status == 1) {
      EXPECT_THAT(result.out, EndsWith("    tickbench check " TICKBENCH_PLAIN_PROGRAM
                                       " --benchmark=BM_Copy --floors=floors.json "
                                       "--min-time=0.001\n"));
    }
  }
}

TEST_F(PlainCheckTest, AFloorForNoBenchmarkIsRefusedAndOneForAnotherDeviceIsNot) {
  const auto refused = check({floors("BM_Copi", R"("metric": "real_time", "at_most": 1)")});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("expected a benchmark that matches \"BM_Copi\""));
  write("f.json", R"({"schema": "tickbench-floors/1", "floors": [{"device": "another",
        "benchmark": "BM_Copy", "metric": "real_time", "at_most": 1e-12}]})");
  const auto other = check({only("BM_Copy"), "--floors=f.json"});
  EXPECT_EQ(other.status, 0);
  EXPECT_THAT(other.out, HasSubstr("none for this device, 1 for others"));
  EXPECT_EQ(check({only("BM_Copy"), "--floors=f.json", "--strict"}).status, 1);
  EXPECT_EQ(check({only("BM_Sort"), "--floors=f.json", "--strict"}).status, 0)
      << "no floor of any device is about it";
}

TEST_F(PlainCheckTest, OneValueDecidesNothing) {
  const auto floor = floors("BM_OwnRepetitions", R"("metric": "real_time", "at_most": 1e-12)");
  // Its own code leaves one aggregate a process, and the budget one process.
  const auto result = check({only("BM_OwnRepetitions"), floor, "--budget=0"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("inconclusive"));
  EXPECT_EQ(check({only("BM_OwnRepetitions"), floor, "--budget=0", "--strict"}).status, 1);
}

TEST_F(PlainCheckTest, WhatGoesWrongIsNamed) {
  const std::vector<std::tuple<const char*, const char*, const char*>> ways{
      {"PLAIN_ERROR", "BM_Error", "BM_Error +FAILED +error: expected 1, found 2"},
      {"PLAIN_CRASHES", "BM_Crash",
       "BM_Crash +FAILED +crashed: its process was ended by signal 6 "},
      {"PLAIN_EXITS", "BM_Crash", "BM_Crash +FAILED +error: its process exited with status 3"},
      {"PLAIN_LEAVES", "BM_Crash",
       "BM_Crash +FAILED +invalid_results: its process left results that do not "},
      {"PLAIN_HANGS", "BM_Hang", "BM_Hang +FAILED +timed_out: its process had not ended after "}};
  // As where CTest keeps measurements apart: another test's must not use up the time-out of these.
  set("CTEST_RESOURCE_GROUP_COUNT");
  for (const auto& [variable, benchmark, text] : ways) {
    set(variable);
    const auto floor = floors(benchmark, R"("metric": "real_time", "at_most": 1)");
    const bool hangs = std::string(variable) == "PLAIN_HANGS";
    const std::string timeout = hangs ? "--timeout=1.5" : "--timeout=300";
    const auto result = check({only(benchmark), floor, timeout, "--ctest"});
    EXPECT_EQ(result.status, 1) << variable;
    EXPECT_THAT(result.err, testing::ContainsRegex(text));
    EXPECT_THAT(result.err,
                testing::ContainsRegex("    cd .* && tickbench check .*" + std::string(benchmark)));
    EXPECT_THAT(result.out, AllOf(HasSubstr("not_measured"), EndsWith("\x7f\x7f")));
    EXPECT_EQ(result.err.find(" --timeout=1.5") != std::string::npos, hangs);
    EXPECT_EQ(check({only("BM_Copy")}).status, 0) << "the others are whole";
    ::unsetenv(variable);
  }
}

TEST_F(PlainCheckTest, AnInterruptionLeavesWhatIsComplete) {
  set("PLAIN_HANGS", "hangs");
  const pid_t child = ::fork();
  if (child == 0) {
    const auto result =
        check({"--out=r.json", "--budget=0", "--", "--benchmark_filter=BM_Copy|BM_Hang|BM_Odd"});
    write("err", result.err);
    ::_exit(result.status);
  }
  wait_until(child, [] { return std::filesystem::exists("hangs"); });
  ::kill(child, SIGINT);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGINT);
  EXPECT_THAT(content("err"), AllOf(HasSubstr("interrupted: 1 of 15 benchmarks were checked"),
                                    HasSubstr("signal 2")));
  EXPECT_THAT(content("r.json"), AllOf(HasSubstr("BM_Copy"), Not(HasSubstr("BM_Hang"))));
}

TEST_F(PlainCheckTest, IsAGuideForCTest) {
  const auto floor = floors("BM_Copy", R"("metric": "real_time", "at_most": 1)");
  const auto result = check({only("BM_Copy"), floor, "--ctest", "--out=r.json"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr(R"(type="text/string" name="outcome">passed<)"),
                                HasSubstr(R"(type="numeric/double" name="cpu_time">)"),
                                HasSubstr(R"(type="numeric/double" name="allocations">3<)"),
                                HasSubstr(R"(name="floors">pass<)"),
                                HasSubstr("r.json</CTestMeasurementFile>"), EndsWith("\n\x7f")));
  const auto missed = floors("BM_Copy", R"("metric": "counter:allocations", "at_most": 1)");
  const std::vector<std::string> words{"tickbench",       "check", TICKBENCH_PLAIN_PROGRAM,
                                       only("BM_Copy"),   missed,  "--ctest",
                                       "--min-time=0.001"};
  std::ostringstream log;
  std::vector<const char*> pointers;
  for (const auto& word : words) pointers.push_back(word.c_str());
  EXPECT_EQ(run_tool(pointers, log, log), 1);
  EXPECT_THAT(log.str(),
              testing::ContainsRegex("</CTestMeasurement>\n.*\nfloor MISSED: .*\n    cd " +
                                     std::filesystem::current_path().string() +
                                     " && tickbench check .*\n\x7f\x7f$"));
  EXPECT_EQ(check({"--ctest"}).status, 2);
  EXPECT_EQ(check({only("BM_Copy"), "--strict"}).status, 2);
  EXPECT_EQ(check({only("BM_Copy"), floor, "--out=floors.json"}).status, 2);
}

TEST_F(PlainCheckTest, ItsFileServesFloors) {
  for (const auto* file : {"--out=1.json", "--out=2.json"})
    EXPECT_EQ(check({only("BM_Sort"), file}).status, 0);
  const auto proposed = run({"floors", "suggest", "--margin=0.99", "1.json", "2.json"});
  EXPECT_EQ(proposed.status, 0) << proposed.err;
  const auto floor = nlohmann::json::parse(proposed.out)["floors"].at(0);
  EXPECT_EQ(floor["benchmark"], "BM_Sort");
  EXPECT_EQ(floor["metric"], "cpu_time");
  EXPECT_EQ(floor["device"], escape_pattern(conditions::cpu_model()));
  write("floors.json", proposed.out);
  EXPECT_EQ(run({"floors", "check", "1.json", "--floors", "floors.json"}).status, 0);
  EXPECT_EQ(check({only("BM_Sort"), "--floors=floors.json"}).status, 0);
}

/// Takes --benchmark_min_time as Google Benchmark 1.8 does: 0.1s or 10x. Each repetition takes 2
/// us.
constexpr const char* kNewer = R"(#!/bin/sh
echo "$@" >> asked
for flag in "$@"; do
  case "$flag" in
    --benchmark_list_tests=true) list=1 ;;
    --benchmark_filter=*) filter="${flag#*=}" ;;
    --benchmark_out=*) out="${flag#*=}" ;;
    --benchmark_repetitions=*) repetitions="${flag#*=}" ;;
    --benchmark_min_time=*[sx]) ;;
    --benchmark_min_time=*) echo "Value passed to --benchmark_min_time should have a suffix." >&2 ;;
  esac
done
if [ "$list" ]; then
  case "$filter" in all|"^BM_new\$"|"") echo BM_new/min_time:2.000s ;; esac
  exit 0
fi
rows=
for i in $(seq 0 $((repetitions - 1))); do
  rows="$rows${rows:+,}{\"name\": \"BM_new/min_time:2.000s\", \"run_name\": \"BM_new/min_time:2.000s\",
    \"run_type\": \"iteration\", \"repetition_index\": $i, \"iterations\": 10, \"real_time\": ${NEWER_TIME:-2.$i}, $NEWER_FIELDS
    \"cpu_time\": 2.$i, \"time_unit\": \"us\"}"
done
[ "$NEWER_SKIPS" ] && rows="{\"name\": \"BM_new/min_time:2.000s\", \"run_type\": \"iteration\", \"skipped\": true,
  \"skip_message\": \"not on this host\", \"iterations\": 0, \"real_time\": 0, \"cpu_time\": 0, \"time_unit\": \"us\"}"
echo "{\"context\": ${NEWER_CONTEXT:-{\"json_schema_version\": 1\}}, \"benchmarks\": [$rows]}" > "$out"
)";

TEST_F(PlainCheckTest, NewerVersionsAreAskedInTheirSpelling) {
  write_program("newer", kNewer);
  const auto asked = [&](std::vector<std::string> words) {
    write("asked", "");
    words.insert(words.begin(), only("BM_new"));
    const auto result = check(words, "./newer");
    EXPECT_EQ(result.status, 0) << result.err;
    std::ifstream file("asked");
    std::string last;
    for (std::string line; std::getline(file, line);) last = line;
    return last;
  };
  EXPECT_THAT(asked({}), HasSubstr("--benchmark_min_time=0.001s"));
  EXPECT_THAT(asked({"--", "--benchmark_min_time=10x"}),
              AllOf(HasSubstr("--benchmark_min_time=10x"), Not(HasSubstr("0.001"))));
}

TEST_F(PlainCheckTest, TheTableSaysTheDeviceOnceAndHasTheFigures) {
  const auto result = check({"--budget=0.1", "--", "--benchmark_filter=BM_(Copy|Sort)"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out,
              testing::StartsWith("on " + conditions::cpu_model() +
                                  "\nbenchmark   cpu time  real time        ±            rate\n"));
  EXPECT_THAT(result.out, testing::ContainsRegex("\nBM_Copy .* [nu]s .* [nu]s .* .items/s  "
                                                 "allocations=3.00  leaks=0\n"));
  EXPECT_THAT(result.out, testing::ContainsRegex("\nBM_Sort .* [nu]s .* [num]s( *±[0-9.]+ %)?\n"));
}

TEST_F(PlainCheckTest, WhatSkipsItselfIsSkipped) {
  write_program("newer", kNewer);
  set("NEWER_SKIPS");
  const auto floor = floors("BM_new", R"("metric": "real_time", "at_most": 1)");
  const auto result = check({only("BM_new"), floor}, "./newer");
  EXPECT_EQ(result.status, 77);
  EXPECT_THAT(result.out, HasSubstr("BM_new     skipped: not on this host\n"));
}

TEST_F(PlainCheckTest, WhatIsNoResultIsNamedAndNoneIsMadeOfIt) {
  write_program("newer", kNewer);
  for (const auto& [variable, value, text] :
       {std::tuple("NEWER_TIME", "NaN", "no time that is a number"),
        std::tuple("NEWER_TIME", "-Infinity", "no time that is a number"),
        std::tuple("NEWER_TIME", "null", "no time that is a number"),
        std::tuple("NEWER_FIELDS", "\"error_occurred\": 1, \"error_message\": \"e\",",
                   "error_occurred: expected true or false, found a number"),
        std::tuple("NEWER_FIELDS", "\"error_occurred\": \"true\", \"error_message\": \"e\",",
                   "error_occurred: expected true or false, found a string"),
        std::tuple("NEWER_FIELDS", "\"tickbench\": {\"outcome\": null},",
                   "expected an outcome, found none"),
        std::tuple("NEWER_FIELDS", "\"tickbench\": {\"outcome\": \"passed\", \"outcome\": \"x\"},",
                   "expected this member once"),
        std::tuple("NEWER_CONTEXT", "[]", "context: expected an object, found a list")}) {
    set(variable, value);
    const auto result = check({}, "./newer");
    EXPECT_EQ(result.status, 1) << value << result.err;
    EXPECT_THAT(result.out,
                AllOf(HasSubstr("BM_new     FAILED  invalid_results: "), HasSubstr(text)));
    ::unsetenv(variable);
  }
  // A counter of that name is none of Google Benchmark's own marks.
  set("NEWER_FIELDS", "\"skipped\": 3,");
  EXPECT_EQ(check({}, "./newer").status, 0);
}

TEST_F(PlainCheckTest, APatternSaysWhichErrorsAreSkips) {
  set("PLAIN_ERROR");
  const std::string reason = "BM_Error   skipped: expected 1, found 2";
  const auto skipped = check({only("BM_Error"), "--skip-pattern=^expected [0-9],"});
  EXPECT_EQ(skipped.status, 77);
  EXPECT_THAT(skipped.out, testing::ContainsRegex(reason));
  const auto failed = check({only("BM_Error"), "--skip-pattern=no device"});
  EXPECT_EQ(failed.status, 1);
  EXPECT_THAT(failed.out, HasSubstr(" '--skip-pattern=no device'\n"));
  const auto bad = check({"--list", "--skip-pattern=("});
  EXPECT_EQ(bad.status, 2);
  EXPECT_THAT(bad.err, HasSubstr("expected a regular expression (RE2)"));
  const auto runs = run({"run", "2", TICKBENCH_PLAIN_PROGRAM, "--out=r.json",
                         "--skip-pattern=found 2$", "--", "--benchmark_filter=BM_Error"});
  EXPECT_EQ(runs.status, 77) << runs.err;
  EXPECT_THAT(runs.err, AllOf(HasSubstr("skipped, after"), HasSubstr(": expected 1, found 2"),
                              HasSubstr("2 runs: 0 good, 2 skipped")));
  write("ids", "BM_Error\n");
  EXPECT_THAT(run({"merge", "r.json", "--ids=ids", "--out=m.json"}).err,
              HasSubstr("skipped: 'BM_Error': skipped: expected 1, found 2"));
  EXPECT_EQ(run({"run", "1", TICKBENCH_PLAIN_PROGRAM, "--", "--benchmark_filter=BM_Error"}).status,
            1);
  const auto pairs = run({"ab", TICKBENCH_PLAIN_PROGRAM, TICKBENCH_PLAIN_PROGRAM, "--budget=0",
                          "--skip-pattern=found 2", "--", "--benchmark_filter=BM_Error|BM_Copy",
                          "--benchmark_min_time=0.001"});
  EXPECT_THAT(pairs.out, HasSubstr("skipped"));
  EXPECT_EQ(pairs.status, 0) << pairs.out << pairs.err;
}

TEST_F(PlainCheckTest, WhatListingCostsIsBounded) {
  write_program("endless", "#!/bin/sh\nexec yes BM_a\n");
  const auto endless = check({"--list", "--timeout=60"}, "./endless");
  EXPECT_EQ(endless.status, 2);
  EXPECT_THAT(endless.err, AllOf(HasSubstr("had printed more than 64 MiB and was killed"),
                                 HasSubstr("it printed last: BM_a | ")));
  // Each of its calls takes less than the time-out, and all of them more.
  write_program("slow", "#!/bin/sh\nsleep 0.8\necho BM_a\n");
  const auto slow = check({"--list", "--timeout=1.2"}, "./slow");
  EXPECT_EQ(slow.status, 2);
  EXPECT_THAT(slow.err, HasSubstr("had not ended after"));
}

TEST_F(PlainCheckTest, AListThatFailsSaysWhatTheProgramSaid) {
  write_program("unlicensed", "#!/bin/sh\necho 'error: no licence'; echo warning >&2; exit 3\n");
  EXPECT_THAT(check({}, "./unlicensed").err,
              HasSubstr("status 3; it printed last: error: no licence | warning"));
  for (const auto* filter : {"--benchmark_filter=(", "--benchmark_filter=none"}) {
    const auto result = check({"--list", "--", filter});
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err,
                testing::ContainsRegex("expected flags that choose a benchmark, found "
                                       "none; it printed last: (Could not compile|Failed)"));
  }
}

TEST_F(PlainCheckTest, TwoBenchmarksOfOneNameAreRefused) {
  write_program("twice", R"(#!/bin/sh
for flag; do case $flag in --benchmark_filter=*) filter="${flag#*=}" ;; esac; done
case $filter in all|"") echo BM_a; echo BM_b; echo BM_a ;; "^BM_b\$") echo BM_b ;; esac
)");
  const auto refused = check({"--list"}, "./twice");
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err,
              HasSubstr("expected names that differ, found two benchmarks named 'BM_a'"));
  EXPECT_EQ(check({"--list", "--", "--benchmark_filter=^BM_b$"}, "./twice").out, "BM_b\n");
}

TEST_F(PlainCheckTest, LeavesNoFolderWhereNoDescriptorIsLeft) {
  write_program("newer", kNewer);
  std::filesystem::create_directory("tmp");
  set("TMPDIR", std::filesystem::absolute("tmp"));
  const pid_t child = ::fork();
  if (child == 0) {
    const int free = ::dup(0);
    ::close(free);
    const rlimit few{static_cast<rlim_t>(free) + 1, static_cast<rlim_t>(free) + 1};
    ::setrlimit(RLIMIT_NOFILE, &few);
    check({"--budget=0"}, "./newer");
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(std::filesystem::is_empty("tmp"));
}

TEST_F(PlainCheckTest, OlderVersionsAreAskedInTheirs) {
  const auto result = check({only("BM_Copy"), "--json"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(nlohmann::json::parse(result.out)[0]["processes"], 4);
}

TEST_F(PlainCheckTest, AProgramOfAnotherKindIsRefused) {
  const auto nothing = check({}, "/bin/true");
  EXPECT_EQ(nothing.status, 2);
  EXPECT_THAT(nothing.err, HasSubstr("/bin/true: expected a Google Benchmark program that lists"));
  EXPECT_EQ(check({}, "/bin/false").status, 2);
  EXPECT_EQ(check({}, "./not here").status, 2);
}

}  // namespace
}  // namespace tickbench::tools
