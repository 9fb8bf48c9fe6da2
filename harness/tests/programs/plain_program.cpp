// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// A plain Google Benchmark program, as people have them. The environment makes it misbehave.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace {

bool is_set(const char* variable) { return std::getenv(variable) != nullptr; }

void spin(benchmark::State& state, int count) {
  for ([[maybe_unused]] auto _ : state)
    for (int i = 0; i < count; ++i) benchmark::DoNotOptimize(i);
}

void BM_Copy(benchmark::State& state) {
  spin(state, 100);
  state.SetItemsProcessed(state.iterations() * 100);
  state.counters["allocations"] = 3;
  state.counters["leaks"] = 0;
}
BENCHMARK(BM_Copy);

// Ten times as much, and with PLAIN_SLOW twice that.
void BM_Sort(benchmark::State& state) { spin(state, is_set("PLAIN_SLOW") ? 2000 : 1000); }
BENCHMARK(BM_Sort)->UseRealTime();

void BM_Threads(benchmark::State& state) { spin(state, static_cast<int>(state.range(0))); }
BENCHMARK(BM_Threads)->Arg(8)->MinTime(0.001)->ThreadRange(1, 2)->UseRealTime();

// Two that differ by how they are timed alone.
void BM_Twice(benchmark::State& state) { spin(state, 10); }
BENCHMARK(BM_Twice);
BENCHMARK(BM_Twice)->UseRealTime();

void BM_OwnRepetitions(benchmark::State& state) { spin(state, 10); }
BENCHMARK(BM_OwnRepetitions)->Repetitions(2)->ReportAggregatesOnly();

void BM_Error(benchmark::State& state) {
  spin(state, 10);
  if (is_set("PLAIN_ERROR")) state.SkipWithError("expected 1, found 2");
}
BENCHMARK(BM_Error);

void BM_Crash(benchmark::State& state) {
  spin(state, 10);
  if (is_set("PLAIN_CRASHES")) std::abort();
  if (is_set("PLAIN_EXITS")) std::_Exit(3);
  if (is_set("PLAIN_LEAVES")) std::_Exit(0);
}
BENCHMARK(BM_Crash);

void BM_Hang(benchmark::State& state) {
  spin(state, 10);
  if (!is_set("PLAIN_HANGS")) return;
  std::fclose(std::fopen(std::getenv("PLAIN_HANGS"), "w"));  // whoever waits for it may see it
  while (true) ::pause();
}
BENCHMARK(BM_Hang);

// Every character that the name of a template or a lambda may have, and some that a name given by
// hand may.
void BM_Odd(benchmark::State& state) { spin(state, 10); }
constexpr const char* kOddNames[] = {
    "BM_Odd<std::pair<int, char>, 'c'>",
    "BM_Odd<void (*)(int&&, char const* const[3]), &f>",
    "BM_Odd<(Kind)1, -2, ~3 ^ 4 | 5 % 6, !true>",
    "BM_Odd<decltype([](auto... x) -> bool { return (x && ...); })>",
    "BM_Odd<\"text\", L'\\n', 1.5e+3, a::b<c>::d*>",
    "BM_Odd;two words",
    "BM_Odd$HOME${HOME}$<1:x>@HOME@",
    "BM_Odd.*+?^()|{}[",
    "BM_Odd[[x]==]",
    "BM_Odd/`id`#c=d,e",
    "-BM_Odd",
    "BM_Odd\\",
    "BM_Odd \xc3\xa9\xe2\x82\xac",
};

}  // namespace

int main(int argc, char** argv) {
  const int number = is_set("PLAIN_VARIES") ? ::getpid() : 7;
  if (is_set("PLAIN_CHATS")) std::printf("ready in %d ms\nBM_Copy is the first\n", number);
  if (is_set("PLAIN_LOGS")) std::printf("BM_Copy\n[%d] prepared the data of BM_Twice\n", number);
  if (is_set("PLAIN_BEGINS_A_LINE")) std::printf("half a line %d", number);
  for (const auto* name : kOddNames) benchmark::RegisterBenchmark(name, BM_Odd);
  benchmark::Initialize(&argc, argv);
  if (!is_set("PLAIN_IGNORES") && benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  const auto count = benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  if (is_set("PLAIN_COUNTS") && count > 0) std::printf("%zu benchmarks\n", count);
  if (is_set("PLAIN_FALLS_BACK") && count == 0) std::puts("BM_Twice");
  if (is_set("PLAIN_CHATS")) std::puts("done");
}
