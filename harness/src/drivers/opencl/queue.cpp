// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/queue.hpp"

#include "opencl/device_info.hpp"
#include "opencl/kernel.hpp"

namespace tickbench::opencl {

QueueHandle create_queue(cl_context context, cl_device_id device, const std::string& where) {
  cl_int status = CL_SUCCESS;
  cl_command_queue queue = nullptr;
  if (usable_version(device) >= Version{2, 0}) {
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    queue = clCreateCommandQueueWithProperties(context, device, properties, &status);
    check(status, "clCreateCommandQueueWithProperties", where);
  } else {
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &status);
    check(status, "clCreateCommandQueue", where);
  }
  return QueueHandle::adopt(queue);
}

Queue::Queue(cl_context context, cl_device_id device, const backend::DeviceInfo& info,
             backend::MemoryUse& use, HoldChoice hold)
    : StreamQueue(stream_),
      stream_(create_queue(context, device, info.name), info, use),
      hold_choice_(hold) {
  use_events(stream_.events());
}

backend::Hold* Queue::hold() {
  if (!hold_) hold_ = make_hold(stream_, hold_choice_);
  return hold_.get();
}

void Queue::launch(backend::Kernel& kernel, const backend::Range& range) {
  auto& own = as_kernel(kernel);
  const auto dimensions = static_cast<cl_uint>(range.dimensions);
  const std::size_t* const local = range.local[0] == 0 ? nullptr : range.local.data();
  stream_.events().enqueue([&](cl_event* event) {
    const auto status = clEnqueueNDRangeKernel(stream_.queue(), own.handle(), dimensions, nullptr,
                                               range.global.data(), local, 0, nullptr, event);
    if (status != CL_SUCCESS) own.throw_launch_error(status, range);
  });
}

}  // namespace tickbench::opencl
