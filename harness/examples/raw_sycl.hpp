// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <sycl/sycl.hpp>
#include <vector>

/// A kernel of OpenCL C, by interoperability: so any C++ compiler builds this. A SYCL compiler
/// takes a kernel as a lambda, and the rest stays as it is.
inline sycl::kernel build_opencl(const sycl::queue& queue, const char* source, const char* name) {
  const auto require = [](cl_int status, const char* call) {
    if (status != CL_SUCCESS)
      throw std::runtime_error(std::string(call) + ": " + std::to_string(status));
  };
  if (queue.get_backend() != sycl::backend::opencl)
    throw std::runtime_error("expected a default device of OpenCL, found one of another back end");
  cl_context context = sycl::get_native<sycl::backend::opencl>(queue.get_context());
  cl_device_id device = sycl::get_native<sycl::backend::opencl>(queue.get_device());
  cl_int status = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
  require(status, "clCreateProgramWithSource");
  require(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, name, &status);
  require(status, "clCreateKernel");
  auto made = sycl::make_kernel<sycl::backend::opencl>(kernel, queue.get_context());
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseDevice(device);
  clReleaseContext(context);
  return made;
}

/// A program's own SYCL code, as it was before it met tickbench: an in-order queue with profiling
/// on the default device, and one kernel. The kernel is OpenCL C, so that any C++ compiler builds
/// this; a SYCL compiler takes it as a lambda, and the rest stays as it is.
struct RawSycl {
  static constexpr std::size_t kItems = 1U << 20;

  sycl::queue queue{sycl::property_list{sycl::property::queue::in_order{},
                                        sycl::property::queue::enable_profiling{}}};
  std::vector<float> values = first_values();  // of x
  sycl::buffer<float> x{values.data(), sycl::range<1>(kItems)};
  sycl::buffer<float> y{sycl::range<1>(kItems)};
  sycl::kernel scale = build_opencl(queue,
                                    "kernel void scale(float a, global const float* x,"
                                    "                  global float* y) {"
                                    "  y[get_global_id(0)] = a * x[get_global_id(0)];"
                                    "}",
                                    "scale");

  /// y <- a*x.
  sycl::event submit_scale(float factor) {
    return queue.submit([&](sycl::handler& handler) {
      const sycl::accessor from(x, handler, sycl::read_only);
      const sycl::accessor to(y, handler, sycl::write_only);
      handler.set_args(factor, from, to);
      handler.parallel_for(sycl::range<1>(kItems), scale);
    });
  }

 private:
  static std::vector<float> first_values() {
    std::vector<float> values(kItems);
    for (std::size_t i = 0; i < kItems; ++i) values[i] = static_cast<float>(i % 1000);
    return values;
  }
};
