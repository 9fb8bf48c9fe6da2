// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdexcept>
#include <string>
#include <vector>

/// A program's own OpenCL code, as it was before it met tickbench: a context, an in-order queue
/// with profiling, and one kernel. It takes the first device there is: tickbench's opencl:0.
struct RawOpenCl {
  static constexpr std::size_t kItems = 1U << 20;

  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_kernel scale = nullptr;
  cl_mem x = nullptr;
  cl_mem y = nullptr;
  std::vector<float> values;  // of x

  RawOpenCl() {
    cl_device_id device = first_device();
    cl_int status = CL_SUCCESS;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    require(status, "clCreateContext");
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &status);
    require(status, "clCreateCommandQueue");
    const char* source =
        "kernel void scale(float a, global const float* x, global float* y) {"
        "  y[get_global_id(0)] = a * x[get_global_id(0)];"
        "}";
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
    require(status, "clCreateProgramWithSource");
    require(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
    scale = clCreateKernel(program, "scale", &status);
    require(status, "clCreateKernel");
    clReleaseProgram(program);
    values.resize(kItems);
    for (std::size_t i = 0; i < kItems; ++i) values[i] = static_cast<float>(i % 1000);
    constexpr std::size_t kBytes = kItems * sizeof(float);
    x = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, kBytes, values.data(),
                       &status);
    require(status, "clCreateBuffer");
    y = clCreateBuffer(context, CL_MEM_READ_WRITE, kBytes, nullptr, &status);
    require(status, "clCreateBuffer");
  }
  ~RawOpenCl() {
    clReleaseMemObject(y);
    clReleaseMemObject(x);
    clReleaseKernel(scale);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }
  RawOpenCl(const RawOpenCl&) = delete;
  RawOpenCl& operator=(const RawOpenCl&) = delete;

  void enqueue_scale(float factor) const {
    clSetKernelArg(scale, 0, sizeof(factor), &factor);
    clSetKernelArg(scale, 1, sizeof(x), &x);
    clSetKernelArg(scale, 2, sizeof(y), &y);
    require(clEnqueueNDRangeKernel(queue, scale, 1, nullptr, &kItems, nullptr, 0, nullptr, nullptr),
            "clEnqueueNDRangeKernel");
  }

  static cl_device_id first_device() {
    cl_uint count = 0;
    require(clGetPlatformIDs(0, nullptr, &count), "clGetPlatformIDs");
    std::vector<cl_platform_id> platforms(count);
    require(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
    cl_int status = CL_DEVICE_NOT_FOUND;
    cl_device_id device = nullptr;
    for (auto* const platform : platforms)
      if (status == CL_DEVICE_NOT_FOUND)
        status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
    require(status, "clGetDeviceIDs");
    return device;
  }
  static void require(cl_int status, const char* call) {
    if (status != CL_SUCCESS)
      throw std::runtime_error(std::string(call) + ": " + std::to_string(status));
  }
};
