// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <utility>

#include "tickbench/axis.hpp"
#include "tickbench/figure.hpp"

namespace tickbench {

class State;

/// What TICKBENCH returns: Google Benchmark's own names and meanings, for what applies to a device.
/// Each combination of arguments is one benchmark, on every enabled back end.
// NOLINTBEGIN(readability-identifier-naming): the names are Google Benchmark's.
class Registration {
 public:
  using Body = std::function<void(State&)>;
  Registration(std::string name, Body body, bool is_optimised = true);

  Registration* Arg(std::int64_t value) { return Args({value}); }
  Registration* Args(const std::vector<std::int64_t>& values);
  Registration* Range(std::int64_t low, std::int64_t high) { return Ranges({{low, high}}); }
  Registration* Ranges(const std::vector<std::pair<std::int64_t, std::int64_t>>& ranges);
  Registration* DenseRange(std::int64_t low, std::int64_t high, int step = 1);
  Registration* ArgsProduct(const std::vector<std::vector<std::int64_t>>& lists);
  Registration* RangeMultiplier(int multiplier);
  Registration* ArgName(const std::string& name) { return ArgNames({name}); }
  Registration* ArgNames(const std::vector<std::string>& names);
  Registration* Name(const std::string& name);  ///< instead of the function's name
  /// A named list of values. Each combination of all axes is one benchmark,
  /// `opencl/saxpy/n:1024/order:up`, whose body reads `state.axis<int>("n")`; the last axis varies
  /// fastest.
  ///
  ///     ->Axis("n", {16, 1024})->Axis("layout", {{"row", Layout::kRow}, {"tiled", kTiled}})
  Registration* Axis(const std::string& name, const AxisValues& values);
  /// These axes walk together, instead of each combination of them.
  Registration* Zip(const std::vector<std::string>& axes);
  /// Leaves out the combinations for which it is false. It depends on its argument alone.
  using Predicate = std::function<bool(const Combination&)>;
  Registration* Where(Predicate predicate);
  /// An id that these benchmarks had, without its back end, which floors, comparisons, histories
  /// and filters take for theirs. In braces stand names of axes and arguments, or places: {0}.
  /// `where`: those that had it. Once for each id that they had, the oldest last.
  ///
  ///     ->FormerId("fill_{type}/{n}")
  Registration* FormerId(const std::string& pattern, Predicate where = {});
  /// The baseline of these benchmarks, which runs inside of each, with its checks, and is sampled
  /// in turn with it. `speedup_baseline`, a number without a unit, says how many times as fast as
  /// the baseline a benchmark is, by their device times: higher is faster. `baseline`: NAME:VALUE
  /// of an axis, for the benchmark that is equal in all other axes; or an id without its back end,
  /// with names in braces as in FormerId. One that no registration has ends the program with
  /// status 2.
  ///
  ///     ->Axis("kernel", {"naive", "tiled"})->ComparedTo("kernel:naive")
  Registration* ComparedTo(const std::string& baseline);
  Registration* Unit(benchmark::TimeUnit unit);
  Registration* Repetitions(int count);
  Registration* ReportAggregatesOnly(bool value = true);
  Registration* DisplayAggregatesOnly(bool value = true);
  Registration* MinTime(double seconds);  ///< the least measured device time
  Registration* MinWarmUpTime(double seconds);
  Registration* Iterations(std::int64_t samples);  ///< exactly so many samples
  /// How it is measured, as by --tickbench_cache ("cold", "rotating:64MiB"), --tickbench_mode
  /// ("isolated", "graph"), _budget and _precision: what is stated here goes before the flag.
  Registration* Cache(const std::string& cache) { return state("cache", cache); }
  Registration* Mode(const std::string& mode) { return state("mode", mode); }
  Registration* Budget(double seconds) { return state("budget", seconds); }
  Registration* Precision(double part) { return state("precision", part); }
  /// Around each run of the body, its trials included. Behind a Setup that returned, Teardown runs
  /// however the body ends.
  Registration* Setup(Body setup);
  Registration* Teardown(Body teardown);
  Registration* Apply(void (*change)(Registration*)) {
    change(this);
    return this;
  }
  /// Arguments (of axes, integers) whose first value is at least this take long on a small device:
  /// they run only with --tickbench_large. Where it stands in the chain does not matter.
  Registration* LargeFrom(std::int64_t first);
  /// A group that `tickbench report --group NAME` draws. `figures`: those of the group that show
  /// it; none: all that apply. One call for each group.
  Registration* Group(const std::string& name, const std::vector<Figure>& figures = {});
  /// Inputs change between its timed brackets at every size, not at the smallest alone.
  Registration* FreshInputs();
  /// Of the benchmark itself, not of the code that it measures: results of two versions are not
  /// compared, and a history does not join them.
  Registration* Version(int version);
  /// Only on these back ends; default: all.
  Registration* Backends(const std::vector<std::string>& names);

  /// --tickbench_NAME=TEXT, which is read when the program runs.
  struct StatedFlag {
    std::string name, text;
  };
  struct Description;
  const Description& description() const noexcept { return *description_; }

 private:
  Registration* state(const std::string& name, const std::string& text);
  Registration* state(const std::string& name, double value);

  std::shared_ptr<Description> description_;
};
// NOLINTEND(readability-identifier-naming)

/// Touches no device. The pointer stays valid for the life of the program. `is_optimised`: of the
/// source; a speed-up over a reference that is not is noted as such.
Registration* register_benchmark(const std::string& name, Registration::Body body,
                                 bool is_optimised = true);

#ifdef __OPTIMIZE__
#define TICKBENCH_IS_OPTIMISED true
#else
#define TICKBENCH_IS_OPTIMISED false
#endif
#define TICKBENCH_JOIN_(a, b) a##b
#define TICKBENCH_JOIN(a, b) TICKBENCH_JOIN_(a, b)
// NOLINTBEGIN(bugprone-macro-parentheses): a declaration cannot stand in parentheses.
#define TICKBENCH_ENTRY_ \
  [[maybe_unused]] static ::tickbench::Registration* TICKBENCH_JOIN(tickbench_entry_, __COUNTER__)
/// Registers a function, a void(tickbench::State&), under its name in snake_case. An instance of a
/// template keeps its arguments as written: TICKBENCH(Fill<int, 4>) is `fill<int, 4>`.
#define TICKBENCH(...) \
  TICKBENCH_ENTRY_ =   \
      ::tickbench::register_benchmark(#__VA_ARGS__, __VA_ARGS__, TICKBENCH_IS_OPTIMISED)
// NOLINTEND(bugprone-macro-parentheses)

namespace detail {

template <class... Types, class Body>
Registration* register_types(const std::string& name, Body body, bool is_optimised) {
  const auto run = [body](auto& state) {
    const auto type = state.template axis<std::string>("type");
    static_cast<void>(
        ((type == type_text<Types>() && (body.template operator()<Types>(state), true)) || ...));
  };
  return register_benchmark(name, run, is_optimised)->Axis("type", {type_text<Types>()...});
}

}  // namespace detail

// NOLINTBEGIN(bugprone-macro-parentheses)
/// A template over a type, for each of these types, as an axis `type`: TICKBENCH_TYPES(Axpy, float,
/// double) is `axpy/type:float`. In its body `device.kernel("axpy")` is the kernel's variant of the
/// type's name, where there is one.
#define TICKBENCH_TYPES(body, ...)                                     \
  TICKBENCH_ENTRY_ = ::tickbench::detail::register_types<__VA_ARGS__>( \
      #body, []<class T>(::tickbench::State& state) { body<T>(state); }, TICKBENCH_IS_OPTIMISED)
// NOLINTEND(bugprone-macro-parentheses)

/// As Google Benchmark's, but that each run of a body has an object of its own.
// NOLINTBEGIN(readability-identifier-naming): the names are Google Benchmark's.
class Fixture {
 public:
  virtual ~Fixture() = default;
  virtual void SetUp(State& /*state*/) {}
  virtual void TearDown(State& /*state*/) {}
  virtual void BenchmarkCase(State& state) = 0;
};
// NOLINTEND(readability-identifier-naming)

template <class Case>
Registration* register_fixture(const char* name, bool is_optimised) {
  // A body may run inside of another's measurement.
  const auto running = std::make_shared<std::vector<std::unique_ptr<Fixture>>>();
  const auto run = [running](State& state) { running->back()->BenchmarkCase(state); };
  return register_benchmark(name, run, is_optimised)
      ->Setup([running](State& state) {
        std::unique_ptr<Fixture> made = std::make_unique<Case>();
        made->SetUp(state);
        running->push_back(std::move(made));
      })
      ->Teardown([running](State& state) {
        const auto ended = std::move(running->back());
        running->pop_back();
        ended->TearDown(state);
      });
}

/// A flag of the program's own beside tickbench's, at namespace scope: --NAME=TEXT, or --NAME where
/// its default is `false`. It has its value before any body runs. What `take` throws of the value
/// ends the program with status 2.
///
///     static const auto* const model = tickbench::register_flag("model", "tiny.bin", "the file");
const std::string* register_flag(std::string name, std::string value, std::string meaning,
                                 std::function<void(const std::string&)> take = {});

/// The whole of a suite's main: flags, devices, measurements, reports. Returns the exit status.
int run(int argc, char** argv);

}  // namespace tickbench

#define TICKBENCH_FIXTURE_CASE_(fixture, method)            \
  struct fixture##_##method##_Case final : fixture {        \
    void BenchmarkCase(::tickbench::State& state) override; \
  }
/// The body of a benchmark with a fixture's members; TICKBENCH_REGISTER_F registers it.
#define TICKBENCH_DEFINE_F(fixture, method) \
  TICKBENCH_FIXTURE_CASE_(fixture, method); \
  void fixture##_##method##_Case::BenchmarkCase
// NOLINTBEGIN(bugprone-macro-parentheses)
/// `Sorting`, `Radix` is `sorting/radix`; takes the calls that TICKBENCH takes.
#define TICKBENCH_REGISTER_F(fixture, method)                                  \
  TICKBENCH_ENTRY_ = ::tickbench::register_fixture<fixture##_##method##_Case>( \
      #fixture "/" #method, TICKBENCH_IS_OPTIMISED)
// NOLINTEND(bugprone-macro-parentheses)
/// Both, without arguments.
#define TICKBENCH_F(fixture, method)        \
  TICKBENCH_FIXTURE_CASE_(fixture, method); \
  TICKBENCH_REGISTER_F(fixture, method);    \
  void fixture##_##method##_Case::BenchmarkCase
