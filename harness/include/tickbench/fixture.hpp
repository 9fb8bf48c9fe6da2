// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "tickbench/registration.hpp"
#include "tickbench/state.hpp"

namespace tickbench {

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

}  // namespace tickbench

#define TICKBENCH_FIXTURE_CASE_(fixture, method)            \
  struct fixture##_##method##_Case final : fixture {        \
    void BenchmarkCase(::tickbench::State& state) override; \
  }
/// The body of a benchmark with a fixture's members; TICKBENCH_REGISTER_F registers it.
#define TICKBENCH_DEFINE_F(fixture, method) \
  TICKBENCH_FIXTURE_CASE_(fixture, method); \
  void fixture##_##method##_Case::BenchmarkCase
/// `Sorting`, `Radix` is `sorting/radix`; takes the calls that TICKBENCH takes.
#define TICKBENCH_REGISTER_F(fixture, method)                                         \
  [[maybe_unused]] static ::tickbench::Registration* TICKBENCH_JOIN(tickbench_entry_, \
                                                                    __COUNTER__) =    \
      ::tickbench::register_fixture<fixture##_##method##_Case>(#fixture "/" #method,  \
                                                               TICKBENCH_IS_OPTIMISED)
/// Both, without arguments.
#define TICKBENCH_F(fixture, method)        \
  TICKBENCH_FIXTURE_CASE_(fixture, method); \
  TICKBENCH_REGISTER_F(fixture, method);    \
  void fixture##_##method##_Case::BenchmarkCase
