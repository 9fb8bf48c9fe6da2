// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// Algorithms that wait within. Each writes what the host's clock says of it to the file OWN_TIMES.
#include <cstdlib>
#include <fstream>
#include <functional>
#include <tickbench/tickbench.hpp>

#include "raw_opencl.hpp"

namespace {

/// So many that each takes 10 ms and more: the ends of a bracket are waits too, of a busy host.
constexpr int kSteps = 96;

void measure(tickbench::State& state, const RawOpenCl& program,
             const std::function<void()>& algorithm) {
  std::vector<double> times;
  state.waive(tickbench::Check::kResult, "only its time matters here");
  const auto queue = tickbench::opencl::timed_queue(program.queue);
  state.measure(*queue, tickbench::waits, [&] {
    const auto begin = tickbench::host_clock().now();
    algorithm();
    times.push_back(tickbench::Seconds(tickbench::host_clock().now() - begin).count());
  });
  if (const char* const path = std::getenv("OWN_TIMES")) {
    std::ofstream file(path);
    for (const auto time : times) file << time << '\n';
  }
}

}  // namespace

// As a solver that looks whether it has converged.
void Synchronise(tickbench::State& state) {
  const RawOpenCl program;
  measure(state, program, [&] {
    for (int i = 0; i < kSteps; ++i) {
      program.enqueue_scale(2);
      float first = 0;
      clEnqueueReadBuffer(program.queue, program.y, CL_TRUE, 0, sizeof(first), &first, 0, nullptr,
                          nullptr);
    }
  });
}

// As a library that takes memory for its work.
void Allocate(tickbench::State& state) {
  const RawOpenCl program;
  measure(state, program, [&] {
    for (int i = 0; i < kSteps; ++i) {
      cl_mem scratch = clCreateBuffer(program.context, CL_MEM_READ_WRITE,
                                      RawOpenCl::kItems * sizeof(float), nullptr, nullptr);
      clEnqueueCopyBuffer(program.queue, program.x, scratch, 0, 0,
                          RawOpenCl::kItems * sizeof(float), 0, nullptr, nullptr);
      program.enqueue_scale(2);
      clFinish(program.queue);
      clReleaseMemObject(scratch);
    }
  });
}

// The work is on a second queue.
void UseTwoQueues(tickbench::State& state) {
  const RawOpenCl program;
  RawOpenCl second;
  measure(state, program, [&] {
    for (int i = 0; i < kSteps; ++i) {
      second.enqueue_scale(2);
      program.enqueue_scale(2);
      clFinish(second.queue);
    }
    clFinish(program.queue);
  });
}

// One that is not said to wait.
void Untold(tickbench::State& state) {
  const RawOpenCl program;
  const auto queue = tickbench::opencl::timed_queue(program.queue);
  state.waive(tickbench::Check::kResult, "only its time matters here");
  state.measure(*queue, [&] {
    program.enqueue_scale(2);
    clFinish(program.queue);
  });
}

void Nothing(tickbench::State& state) {
  const RawOpenCl program;
  const auto queue = tickbench::opencl::timed_queue(program.queue);
  state.waive(tickbench::Check::kResult, "only its time matters here");
  state.measure(*queue, tickbench::waits, [&] { clFinish(program.queue); });
}

TICKBENCH(Synchronise)->Backends({"opencl"});
TICKBENCH(Allocate)->Backends({"opencl"});
TICKBENCH(UseTwoQueues)->Backends({"opencl"});
TICKBENCH(Untold)->Backends({"opencl"});
TICKBENCH(Nothing)->Backends({"opencl"});
