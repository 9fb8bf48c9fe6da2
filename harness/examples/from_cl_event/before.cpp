// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <vector>

#include "../raw_opencl.hpp"

static double microseconds_of(cl_event event) {
  cl_ulong start = 0, end = 0;
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(start), &start, nullptr);
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end), &end, nullptr);
  return static_cast<double>(end - start) * 1e-3;
}

int main() {
  const RawOpenCl program;
  std::vector<double> times;
  for (int i = 0; i < 101; ++i) {
    cl_event event = nullptr;
    program.enqueue_scale(2.5F, &event);
    clWaitForEvents(1, &event);
    times.push_back(microseconds_of(event));
    clReleaseEvent(event);
  }
  std::sort(times.begin(), times.end());
  std::printf("scale: %.2f us\n", times[50]);
}
