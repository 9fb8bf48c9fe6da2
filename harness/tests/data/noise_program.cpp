// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// What record_noise.py runs: three benchmarks whose times vary from run to run for different
// reasons. Not part of the build. It uses OpenCL and Google Benchmark alone, so that a recording
// does not depend on the harness that it later tests.
//
//   g++ -O2 -std=c++20 noise_program.cpp -o noise_program -lbenchmark -lpthread -lOpenCL
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace {

constexpr std::size_t kElements = 1 << 20;

constexpr const char* kSource = R"(
kernel void saxpy(float a, global const float* x, global float* y) {
  size_t i = get_global_id(0);
  y[i] = a * x[i] + y[i];
})";

void check(cl_int status, const char* what) {
  if (status == CL_SUCCESS) return;
  std::fprintf(stderr, "%s: OpenCL error %d\n", what, status);
  std::exit(1);
}

// Device time of one launch, by its own event.
void opencl_saxpy(benchmark::State& state) {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_int status = CL_SUCCESS;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  cl_command_queue queue =
      clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &status);
  const char* source = kSource;
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
  check(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, "saxpy", &status);
  std::vector<float> zeros(kElements);
  const std::size_t bytes = kElements * sizeof(float);
  cl_mem x = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, zeros.data(), &status);
  cl_mem y = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, zeros.data(), &status);
  const float a = 2;
  check(clSetKernelArg(kernel, 0, sizeof a, &a), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof x, &x), "clSetKernelArg");
  check(clSetKernelArg(kernel, 2, sizeof y, &y), "clSetKernelArg");
  const std::size_t size = kElements;
  for (auto _ : state) {
    cl_event event = nullptr;
    check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, &event),
          "clEnqueueNDRangeKernel");
    check(clWaitForEvents(1, &event), "clWaitForEvents");
    cl_ulong start = 0, end = 0;
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
    clReleaseEvent(event);
    state.SetIterationTime(static_cast<double>(end - start) * 1e-9);
  }
  clReleaseMemObject(x);
  clReleaseMemObject(y);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
}
BENCHMARK(opencl_saxpy)->UseManualTime()->Iterations(40)->Repetitions(7);

// Bound by the last-level cache and the memory behind it.
void memory_sum(benchmark::State& state) {
  std::vector<float> values(kElements, 1.0F);
  for (auto _ : state)
    benchmark::DoNotOptimize(std::accumulate(values.begin(), values.end(), 0.0F));
}
BENCHMARK(memory_sum)->Iterations(20)->Repetitions(7);

// Bound by the core alone.
void arithmetic(benchmark::State& state) {
  double value = 1.5;
  for (auto _ : state)
    for (int i = 0; i < 10000; ++i) benchmark::DoNotOptimize(value = std::sqrt(value + 1.0));
}
BENCHMARK(arithmetic)->Iterations(200)->Repetitions(7);

}  // namespace

BENCHMARK_MAIN();
