// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <ostream>
#include <set>
#include <sstream>

#include "backend/driver_error.hpp"
#include "suite/suite.hpp"

namespace tickbench::suite {
namespace {

using ::testing::HasSubstr;

struct BadFlag {
  std::string flag, message;
};
void PrintTo(const BadFlag& bad, std::ostream* out) { *out << bad.flag; }
class BadFlags : public ::testing::TestWithParam<BadFlag> {};

TEST_P(BadFlags, AreRefusedBeforeAnythingIsMeasured) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto result = suite.run({GetParam().flag});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr(GetParam().message));
  EXPECT_EQ(suite.opencl.journal.opened, 0);
}
INSTANTIATE_TEST_SUITE_P(
    Usage, BadFlags,
    ::testing::Values(
        BadFlag{"--benchmark_fliter=x",
                "unknown flag --benchmark_fliter; did you mean --benchmark_filter"},
        BadFlag{"--tickbench_presicion=1", "did you mean --tickbench_precision"},
        BadFlag{"--tickbench_filter=x", "did you mean --benchmark_filter?"},
        BadFlag{"--benchmark_budget=1", "did you mean --tickbench_budget, "},
        BadFlag{"saxpy", "--benchmark_filter=saxpy"}, BadFlag{"-x", "unknown flag -x"},
        BadFlag{"--benchmark_filter=(", "missing )"},
        BadFlag{"--benchmark_filter=nothing_like_it", "matches none"},
        BadFlag{"--benchmark_filter=-.", "matches none"},
        BadFlag{"--benchmark_filter=saxpi", "matches none; did you mean saxpy"},
        BadFlag{"--benchmark_filter=^opncl/saxpy/64$", "did you mean opencl/saxpy/64"},
        BadFlag{"--tickbench_device=opncl", "did you mean opencl?"},
        BadFlag{"--tickbench_benchmark=opencl/saxpi/64", "did you mean opencl/saxpy/64"},
        BadFlag{"--tickbench_benchmark=opencl/saxpy/64/manual_time",
                "did you mean opencl/saxpy/64?"},
        BadFlag{"--tickbench_benchmark=opencl/saxpy/64/min_time:0.250/repeats:4/manual_time",
                "did you mean opencl/saxpy/64?"},
        BadFlag{"--benchmark_dry_run", "--tickbench_verify_only runs and checks everything"},
        BadFlag{"--benchmark_min_time=soon", "found 'soon'"},
        BadFlag{"--benchmark_min_time=0x", "number of samples"},
        BadFlag{"--benchmark_min_time=-1", "found '-1'"},
        BadFlag{"--benchmark_min_warmup_time=nan", "found 'nan'"},
        BadFlag{"--benchmark_repetitions=0", "found '0'"},
        BadFlag{"--benchmark_repetitions=2000000", "a million"},
        BadFlag{"--benchmark_format=xml", "one of console, json, csv"},
        BadFlag{"--benchmark_out_format=xml", "one of console, json, csv"},
        BadFlag{"--benchmark_color=blue", "found 'blue'"},
        BadFlag{"--benchmark_time_unit=h", "found 'h'"},
        BadFlag{"--benchmark_list_tests=maybe", "true or false"},
        BadFlag{"--v=much", "found 'much'"},
        BadFlag{"--tickbench_mode=fast", "both, isolated, batched"},
        BadFlag{"--tickbench_cache=hot", "warm, cold, rotating, cold:BYTES"},
        BadFlag{"--tickbench_cache=cold:", "cold:BYTES"},
        BadFlag{"--tickbench_cache=cold:99999999999999GiB", "cold:BYTES"},
        BadFlag{"--tickbench_precision=0", "found '0'"},
        BadFlag{"--tickbench_precision=1", "found '1'"},
        BadFlag{"--tickbench_precision=", "expected a value"},
        BadFlag{"--tickbench_precision", "tickbench_precision"},
        BadFlag{"--tickbench_budget=inf", "found 'inf'"},
        BadFlag{"--tickbench_timeout=-1", "found '-1'"},
        BadFlag{"--tickbench_verify_only=perhaps", "true or false"},
        BadFlag{"--tickbench_device=cuda:0", "unknown back end 'cuda' (this program has opencl)"},
        BadFlag{"--tickbench_device=opencl:", "nothing after the colon"},
        BadFlag{"--tickbench_device=opencl:0.", "not an index"},
        BadFlag{"--tickbench_device=opencl:0,,opencl:1", "an empty entry"},
        BadFlag{"--benchmark_out=/no/such/folder/x.json", "--benchmark_out=/no/such/folder/x.json"},
        BadFlag{"--benchmark_out=/", "it is a folder"},
        BadFlag{"--tickbench_samples_out=/no/such/folder/x.json", "No such file"}));

class GoodFlags : public ::testing::TestWithParam<std::string> {};

TEST_P(GoodFlags, AreTaken) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto result = suite.run({GetParam()});
  EXPECT_EQ(result.status, 0) << result.err;
}
INSTANTIATE_TEST_SUITE_P(
    Usage, GoodFlags,
    ::testing::Values("--help", "-h", "--benchmark_filter=", "--benchmark_filter=all",
                      "--benchmark_filter=-matmul", "--benchmark_filter=^opencl/saxpy/64$",
                      "--benchmark_filter=manual_time$", "--tickbench_benchmark=opencl/saxpy/64",
                      "--benchmark_min_time=0.1", "--benchmark_min_time=0.1s",
                      "--benchmark_min_time=20x", "--benchmark_min_warmup_time=0.1",
                      "--benchmark_format=csv", "--benchmark_color=true", "--benchmark_color",
                      "--benchmark_counters_tabular=false", "--benchmark_time_unit=us", "--v=0",
                      "--benchmark_report_aggregates_only", "--tickbench_mode=batched",
                      "--tickbench_cache=cold", "--tickbench_cache=cold:1MiB",
                      "--tickbench_precision=0.05", "--tickbench_budget=0.1",
                      "--tickbench_timeout=1e300", "--tickbench_large", "--tickbench_device=all",
                      "--tickbench_device=opencl", "--tickbench_device=opencl:fake",
                      "--tickbench_device=GPU", "--tickbench_list_devices"));

TEST(Usage, EveryFlagIsNearItsSlips) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  std::istringstream help(suite.run({"--help"}).out);
  std::set<std::string> flags;
  for (std::string word; help >> word;)
    if (word.starts_with("--benchmark_") || word.starts_with("--tickbench_"))
      flags.insert(word.substr(0, word.find_first_of("=|,;[")));
  EXPECT_GT(flags.size(), 30U);
  for (const auto& flag : flags) {
    auto slip = flag;
    slip.erase(flag.size() - 3, 1);
    const auto result = suite.run({slip});
    EXPECT_EQ(result.status, 2) << slip;
    EXPECT_THAT(result.err, HasSubstr("unknown flag " + slip + "; did you mean ")) << slip;
    EXPECT_THAT(result.err, HasSubstr(flag)) << slip;
  }
}

TEST(Usage, DuplicateIdsNameBoth) {
  Suite suite;
  suite.add("ns::MatMul", saxpy_with("saxpy"))->Arg(64);
  suite.add("mat_mul", saxpy_with("saxpy"))->Arg(64);
  const auto result = suite.run();
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("opencl/mat_mul/64: ns::MatMul and mat_mul"));
}

TEST(Usage, AnIdIsOneLine) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(256)->Name("one\nopencl/two");
  const auto result = suite.run({"--tickbench_list"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("Saxpy: expected no control characters"));
}

TEST(Usage, TheVersionOfABenchmarkIsASetting) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64)->Version(3);
  const auto rows = suite.run({"--benchmark_format=json"}).json()["benchmarks"];
  EXPECT_EQ(rows[0]["tickbench"]["settings"]["version"], 3);
}

TEST(Usage, ColdCacheDisplacesWhatIsAsked) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto displaced = [&](const std::string& flag) {
    return suite.run_json({flag})
        .json()["benchmarks"][0]["tickbench"]["settings"]["displace_bytes"]
        .get<std::size_t>();
  };
  EXPECT_EQ(displaced("--tickbench_cache=warm"), 0U);
  EXPECT_EQ(displaced("--tickbench_cache=cold"), std::size_t{256} << 20);
  EXPECT_EQ(displaced("--tickbench_cache=cold:3MiB"), std::size_t{3} << 20);
  const auto host = suite.run_json({"--tickbench_cache=cold:3MiB"}).json();
  EXPECT_EQ(host["benchmarks"][0]["tickbench"]["settings"]["host_displace_bytes"], 3U << 20);
  suite.opencl.infos[0].memory = std::uint64_t{512} << 20;
  EXPECT_EQ(displaced("--tickbench_cache=cold"), std::size_t{128} << 20);
}

TEST(Usage, FilesAreWholeAndNothingIsLeftBesideThem) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const std::string out = suite.path("out.json");
  const std::string samples = suite.path("samples.json");
  const auto result = suite.run({"--benchmark_out=" + out, "--tickbench_samples_out=" + samples});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("opencl/saxpy/64"));
  const auto json = nlohmann::json::parse(read_file(out));
  EXPECT_EQ(json["benchmarks"][0]["tickbench"]["id"], "opencl/saxpy/64");
  const auto all = nlohmann::json::parse(read_file(samples));
  EXPECT_EQ(all["schema"], "tickbench-samples/1");
  ASSERT_EQ(all["benchmarks"].size(), 2U);
  EXPECT_EQ(all["benchmarks"][1]["mode"], "batched");
  EXPECT_EQ(all["benchmarks"][1]["device_seconds"].size(),
            json["benchmarks"][0]["tickbench"]["samples"]["batched"].get<std::size_t>());
  for (const auto& file :
       std::filesystem::directory_iterator(std::filesystem::path(out).parent_path()))
    EXPECT_NE(file.path().extension(), ".part") << file.path();
}

TEST(Usage, AggregatesOnlyOnTheDisplayLeavesTheFileWhole) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const std::string out = suite.path("out.json");
  const auto display = suite.run_json({"--benchmark_repetitions=2", "--benchmark_out=" + out,
                                       "--benchmark_display_aggregates_only"});
  EXPECT_EQ(display.json()["benchmarks"].size(), 4U);
  EXPECT_EQ(nlohmann::json::parse(read_file(out))["benchmarks"].size(), 6U);
}

using Table = std::vector<std::vector<std::string>>;

/// The cells of each row; here only labels hold commas, in quotes, and no cell has a line break.
Table cells_of(const std::string& csv) {
  Table rows;
  std::istringstream in(csv);
  for (std::string line; std::getline(in, line);) {
    auto& row = rows.emplace_back();
    bool is_quoted = false;
    row.emplace_back();
    for (const char c : line) {
      if (c == '"') is_quoted = !is_quoted;
      if (c == ',' && !is_quoted)
        row.emplace_back();
      else
        row.back() += c;
    }
  }
  return rows;
}

void add_rows_that_differ(Suite& suite) {
  suite.add("Bad", saxpy_with("saxpy_nothing"))->Arg(64);
  const auto body = saxpy_with("saxpy");
  for (const std::string name : {"apples", "pears"})
    suite
        .add(name,
             [name, body](State& state) {
               state.counter(name, 3);
               body(state);
             })
        ->Arg(64);
}

void expect_columns_of_both(const Table& rows) {
  ASSERT_EQ(rows.size(), 4U);
  const auto& header = rows[0];
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(header.begin(), header.end(), name) - header.begin());
  };
  const auto apples = column("\"apples\"");
  const auto pears = column("\"pears\"");
  ASSERT_LT(apples, header.size());
  ASSERT_LT(pears, header.size());
  EXPECT_EQ(rows[1].at(column("error_occurred")), "true");
  EXPECT_EQ(rows[2].at(apples), "3");
  EXPECT_EQ(rows[2].at(pears), "");
  EXPECT_EQ(rows[3].at(apples), "");
  EXPECT_EQ(rows[3].at(pears), "3");
}

TEST(Csv, RowsMayHaveDifferentCounters) {
  Suite suite;
  add_rows_that_differ(suite);
  const std::string file = suite.path("out.csv");
  for (const std::string mode : {"--tickbench_verify_only", "--tickbench_mode=both"}) {
    const auto result = suite.run(
        {"--benchmark_format=csv", "--benchmark_out_format=csv", "--benchmark_out=" + file, mode});
    EXPECT_EQ(result.status, 1);
    expect_columns_of_both(cells_of(result.out));
    expect_columns_of_both(cells_of(read_file(file)));
  }
}

TEST(Usage, AFullDiskCostsNeitherTheSummaryNorTheOtherFile) {
  for (const bool is_wrong : {false, true}) {
    Suite suite;
    suite.add("Saxpy", saxpy_with(is_wrong ? "saxpy_nothing" : "saxpy"))->Arg(64);
    const std::string samples = suite.path("samples.json");
    const auto result =
        suite.run({"--benchmark_out=/dev/full", "--tickbench_samples_out=" + samples});
    EXPECT_EQ(result.status, is_wrong ? 1 : 2);
    const auto summary = result.err.find("1 benchmark: 1 ");
    const auto error = result.err.find("error: --benchmark_out=/dev/full: ");
    ASSERT_NE(error, std::string::npos) << result.err;
    EXPECT_NE(summary, std::string::npos) << result.err;
    EXPECT_TRUE(nlohmann::json::accept(read_file(samples)));
  }
}

TEST(Usage, ALinkStaysALink) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto link = suite.path("link.json");
  std::filesystem::create_directory(suite.path("artifacts"));
  std::filesystem::create_symlink("artifacts/run.json", link);
  for (int run = 0; run < 2; ++run) {
    EXPECT_EQ(suite.run({"--benchmark_out=" + link}).status, 0);
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_TRUE(nlohmann::json::accept(read_file(suite.path("artifacts/run.json"))));
  }
}

TEST(Usage, RegistrationsThatCannotBeMeant) {
  const std::vector<std::pair<std::string, void (*)(Registration*)>> mistakes{
      {"->Range: expected the lower end first, found 64, 1", [](auto* r) { r->Range(64, 1); }},
      {"->RangeMultiplier: expected at least 2, found 1",
       [](auto* r) { r->RangeMultiplier(1)->Range(1, 64); }},
      {"->DenseRange: expected the lower end first", [](auto* r) { r->DenseRange(4, 0); }},
      {"->DenseRange: expected a step of at least 1, found 0",
       [](auto* r) { r->DenseRange(0, 4, 0); }},
      {"->Repetitions: expected at least 1, found -1", [](auto* r) { r->Repetitions(-1); }},
      {"->Iterations: expected at least 1, found 0", [](auto* r) { r->Iterations(0); }},
      {"->MinTime: expected finite seconds", [](auto* r) { r->MinTime(-1); }},
      {"->MinWarmUpTime: expected finite seconds", [](auto* r) { r->MinWarmUpTime(std::nan("")); }},
      {"->Name: expected a name", [](auto* r) { r->Name(""); }},
      {"->Backends: unknown back end 'opncl'; did you mean opencl?",
       [](auto* r) { r->Backends({"opncl"}); }},
      {"->Backends: expected the name of a back end, found none", [](auto* r) { r->Backends({}); }},
  };
  for (const auto& [message, change] : mistakes) {
    Suite suite;
    suite.add("Good", saxpy_with("saxpy"))->Arg(64);
    suite.add("ns::Odd", saxpy_with("saxpy"))->Apply(change);
    const auto result = suite.run();
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr("error: the registration of ns::Odd: " + message));
  }
}

TEST(Usage, ABenchmarkHasAName) {
  for (const std::string name : {"", "::"}) {
    Suite suite;
    suite.add(name, saxpy_with("saxpy"))->Arg(4096);
    const auto result = suite.run();
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr("expected a name, found none")) << name;
  }
}

TEST(Usage, WhereAllSizesAreLargeTheFlagIsNamed) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64)->Arg(128)->LargeFrom(1);
  const std::string message = "expected sizes below ->LargeFrom, found ";
  const auto all = suite.run();
  EXPECT_EQ(all.status, 2);
  EXPECT_THAT(all.err, HasSubstr(message + "2 benchmarks from it on: --tickbench_large runs them"));
  const auto chosen = suite.run({"--tickbench_benchmark=opencl/saxpy/64"});
  EXPECT_EQ(chosen.status, 2);
  EXPECT_THAT(chosen.err, HasSubstr(message + "1 benchmark from it on"));
  EXPECT_EQ(suite.run({"--tickbench_large"}).status, 0);
}

TEST(Usage, WithoutBenchmarksTheBackEndsAreNamed) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64)->Backends({"level_zero"});
  const auto result = suite.run();
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("expected benchmarks for opencl in this program, found none"));
}

TEST(Usage, ABackEndThatThisProgramWasBuiltWithoutIsNoMistake) {
  Suite suite;
  suite.add("Good", saxpy_with("saxpy"))->Arg(64);
  suite.add("Other", saxpy_with("saxpy"))->Arg(64)->Backends({"level_zero", "cuda"});
  EXPECT_EQ(suite.run().status, 0);
}

TEST(Usage, ContextIsKeysAndValues) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  for (const std::string odd : {"branch", "=main", "a=1,b", "a=b=c"}) {
    const auto result = suite.run({"--benchmark_context=" + odd});
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr("--benchmark_context: expected KEY=VALUE"));
    EXPECT_THAT(result.err, HasSubstr("found '" + odd + "'"));
  }
  EXPECT_EQ(suite.run({"--benchmark_context=branch=main,owner="}).status, 0);
}

TEST(Usage, BothFilesMustNotBeOne) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto result = suite.run({"--benchmark_out=" + suite.path("a.json"),
                                 "--tickbench_samples_out=" + suite.path("./a.json")});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("found that it is that of --benchmark_out"));
  EXPECT_EQ(suite.opencl.journal.opened, 0);
}

TEST(Usage, NoOutputMayBeTheFloorFile) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto floors = suite.path("floors.json");
  const std::string text = R"({"schema": "tickbench-floors/1", "floors": [
    {"device": ".*", "benchmark": ".*", "metric": "time", "at_most": 1}]})";
  std::ofstream(floors) << text;
  for (const std::string flag : {"benchmark_out", "tickbench_samples_out", "tickbench_trace_out"}) {
    const auto result = suite.run({"--tickbench_floors=" + floors, "--" + flag + "=" + floors});
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr("--" + flag + " " + floors +
                                      ": expected a file of its own, found that it is that of "
                                      "--tickbench_floors"));
    EXPECT_EQ(read_file(floors), text);
  }
}

TEST(Usage, TwoPathsThatLeadNowhereAreNotOneFile) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  std::filesystem::create_symlink("circle", suite.path("circle"));
  const auto result = suite.run({"--benchmark_out=" + suite.path("circle/a.json"),
                                 "--tickbench_samples_out=" + suite.path("circle/b.json")});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("circle/a.json: expected a file that can be written"));
}

TEST(Usage, TheLaterFormOfMinTimeWins) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  const auto settings = [&](const std::string& flag) {
    return suite.run_json({flag}).json()["benchmarks"][0]["tickbench"]["settings"];
  };
  ::setenv("BENCHMARK_MIN_TIME", "7x", 1);
  const auto timed = settings("--benchmark_min_time=0.1");
  ::setenv("BENCHMARK_MIN_TIME", "0.1", 1);
  const auto counted = settings("--benchmark_min_time=7x");
  ::unsetenv("BENCHMARK_MIN_TIME");
  EXPECT_EQ(timed["samples"], 0);
  EXPECT_EQ(timed["minimum_time"], 0.1);
  EXPECT_EQ(counted["samples"], 7);
  EXPECT_EQ(counted["minimum_time"], 0.0);
}

TEST(Usage, TheLaterWarmUpWinsAndIsNeverBelowTheHarnesss) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  ::setenv("BENCHMARK_MIN_WARMUP_TIME", "0.2", 1);
  const auto result = suite.run_json({"--benchmark_min_warmup_time=0.01"});
  ::unsetenv("BENCHMARK_MIN_WARMUP_TIME");
  EXPECT_EQ(result.json()["benchmarks"][0]["tickbench"]["settings"]["minimum_warm_up"], 0.05);
}

/// A back end whose drivers fail before there is any benchmark to blame.
class Broken final : public backend::Backend {
 public:
  explicit Broken(std::function<void()> fail) : fail_(std::move(fail)) {}
  std::string_view name() const noexcept override { return "opencl"; }
  std::vector<backend::DeviceInfo> devices(backend::NotListed&) override {
    fail_();
    return {};
  }
  std::unique_ptr<backend::Device> open(const backend::DeviceInfo&) override { return nullptr; }

 private:
  std::function<void()> fail_;
};

TEST(Usage, AnErrorOutsideAllBodiesIsAMessageAndStatus1) {
  const std::vector<std::function<void()>> failures{
      [] { throw Error(Outcome::kDeviceError, "clGetPlatformIDs failed"); },
      [] { throw std::runtime_error("clGetPlatformIDs failed"); }};
  for (const auto& failure : failures) {
    Broken backend(failure);
    std::ostringstream out;
    std::ostringstream err;
    Environment environment;
    environment.backends = {&backend};
    environment.out = &out;
    environment.err = &err;
    fakes::SimulatedTime time;
    environment.host = &time;
    EXPECT_EQ(run_session({"./suite", "--tickbench_list_devices"}, environment), 1);
    EXPECT_EQ(err.str(), "error: clGetPlatformIDs failed\n");
  }
}

TEST(Usage, AFailedCleanUpIsAMessageAndStatus1) {
  Suite suite;
  suite
      .add("Saxpy",
           [](State& state) {
             saxpy_with("saxpy")(state);
             backend::note_failed_clean_up("zeMemFree: ZE_RESULT_ERROR_UNKNOWN (0x7ffffffe)");
           })
      ->Arg(64);
  const auto result = suite.run();
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("1 passed"));
  EXPECT_THAT(result.err, HasSubstr("error: cleaning up: zeMemFree: ZE_RESULT_ERROR_UNKNOWN"));
  EXPECT_EQ(suite.run({"--tickbench_list"}).status, 0);
}

TEST(Usage, NoNanAndNoInfinityInAnyFormat) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64);
  for (const std::string repetitions : {"1", "2"})
    for (const std::string format : {"json", "csv", "console", ""})
      for (const std::string mode : {"--tickbench_verify_only", "--tickbench_mode=both"}) {
        std::vector<std::string> flags{"--benchmark_repetitions=" + repetitions, mode};
        if (!format.empty()) flags.push_back("--benchmark_format=" + format);
        const auto result = suite.run(flags);
        EXPECT_THAT(result.out, ::testing::Not(::testing::ContainsRegex("[nN]a[nN]|[iI]nf")));
        if (format == "json") {
          EXPECT_TRUE(nlohmann::json::accept(result.out));
        }
      }
}

TEST(Usage, EnvironmentGivesDefaults) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Arg(64)->Arg(128);
  ::setenv("BENCHMARK_FILTER", "128", 1);
  EXPECT_EQ(suite.run({"--tickbench_list"}).out, "opencl/saxpy/128\n");
  EXPECT_EQ(suite.run({"--tickbench_list", "--benchmark_filter=/64"}).out, "opencl/saxpy/64\n");
  ::unsetenv("BENCHMARK_FILTER");
}

}  // namespace
}  // namespace tickbench::suite
