// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Code of a benchmark's own, which enqueues onto OpenCL's queue, and lies.
#include <tickbench/tickbench.hpp>
// The queue of version 1.2 is enough here.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

namespace {

using tickbench::State;

constexpr std::size_t kFilled = 1 << 14;

/// What the callables enqueue: a fill of the output with what is expected of it.
struct Fill {
  explicit Fill(State& of) : state(of), y_d(of.device().allocate<int>(kFilled)) {
    state.waive(tickbench::Check::kResult, "what is measured here is how it is enqueued");
  }
  State& state;
  tickbench::Buffer<int> y_d;
};

cl_kernel kernel_of(cl_command_queue queue) {
  cl_context context = nullptr;
  cl_device_id device = nullptr;
  clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof(context), &context, nullptr);
  clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof(device), &device, nullptr);
  const char* source = "kernel void work(uint n) { for (volatile uint i = 0; i < n; ++i) ; }";
  const cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  clBuildProgram(program, 1, &device, "", nullptr, nullptr);
  const cl_kernel kernel = clCreateKernel(program, "work", nullptr);
  clReleaseProgram(program);
  constexpr cl_uint kSteps = 1000;
  clSetKernelArg(kernel, 0, sizeof(kSteps), &kSteps);
  return kernel;
}

void enqueue_work(cl_command_queue queue) {
  static const cl_kernel kernel = kernel_of(queue);
  constexpr std::size_t kSingleItem = 1;
  clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &kSingleItem, nullptr, 0, nullptr, nullptr);
}

void HonestCallable(State& state) {
  const Fill fill(state);
  state.measure([](cl_command_queue queue) { enqueue_work(queue); });
}
TICKBENCH(HonestCallable)->Backends({"opencl"});

void NothingEnqueued(State& state) {
  const Fill fill(state);
  state.measure([](cl_command_queue) {});
}
TICKBENCH(NothingEnqueued)->Backends({"opencl"});

void AWait(State& state) {
  const Fill fill(state);
  state.measure([](cl_command_queue queue) {
    enqueue_work(queue);
    clFinish(queue);
  });
}
TICKBENCH(AWait)->Backends({"opencl"});

void AWaitThatIsDenied(State& state) {
  const Fill fill(state);
  state.measure(tickbench::async, [](cl_command_queue queue) {
    enqueue_work(queue);
    clFinish(queue);
  });
}
TICKBENCH(AWaitThatIsDenied)->Backends({"opencl"});

}  // namespace
