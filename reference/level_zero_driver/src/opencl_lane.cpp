// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl_lane.hpp"

#include <utility>

namespace zecpu {
namespace {

// OpenCL keeps a record of every command until the queue is finished: a list of a million launches
// must not keep a million.
constexpr unsigned kMostUnfinished = 4096;

void set_argument(cl_kernel kernel, cl_uint index, const Argument& argument) {
  switch (argument.kind) {
    case ArgumentKind::kPointer:
      // PoCL's CPU devices take any address of the process here, not those of clSVMAlloc alone.
      check_cl(clSetKernelArgSVMPointer(kernel, index, argument.pointer),
               "clSetKernelArgSVMPointer");
      return;
    case ArgumentKind::kLocal:
      check_cl(clSetKernelArg(kernel, index, argument.local_bytes, nullptr), "clSetKernelArg");
      return;
    case ArgumentKind::kValue:
      check_cl(clSetKernelArg(kernel, index, argument.bytes.size(), argument.bytes.data()),
               "clSetKernelArg");
      return;
    case ArgumentKind::kUnsupported:
      throw Failure(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
  }
}

std::uint64_t stamp(cl_event event, cl_profiling_info name) {
  cl_ulong ns = 0;
  check_cl(clGetEventProfilingInfo(event, name, sizeof ns, &ns, nullptr),
           "clGetEventProfilingInfo");
  return ns;
}

template <class T>
T work_group_info(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info name) {
  T value{};
  check_cl(clGetKernelWorkGroupInfo(kernel, device, name, sizeof value, &value, nullptr),
           "clGetKernelWorkGroupInfo");
  return value;
}

}  // namespace

OpenClKernel::OpenClKernel(std::shared_ptr<const ClProgram> program, cl_device_id device,
                           std::string name)
    : program_(std::move(program)), name_(std::move(name)) {
  ClKernel kernel = create();
  max_group_size_ = work_group_info<std::size_t>(kernel.get(), device, CL_KERNEL_WORK_GROUP_SIZE);
  local_bytes_ = work_group_info<cl_ulong>(kernel.get(), device, CL_KERNEL_LOCAL_MEM_SIZE);
  private_bytes_ = work_group_info<cl_ulong>(kernel.get(), device, CL_KERNEL_PRIVATE_MEM_SIZE);
  give_back(std::move(kernel));
}

ClKernel OpenClKernel::create() const {
  cl_int status = CL_SUCCESS;
  ClKernel kernel(clCreateKernel(program_->get(), name_.c_str(), &status));
  check_cl(status, "clCreateKernel");
  return kernel;
}

ClKernel OpenClKernel::take() const {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      ClKernel kernel = std::move(idle_.back());
      idle_.pop_back();
      return kernel;
    }
  }
  return create();
}

void OpenClKernel::give_back(ClKernel kernel) const {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(kernel));
}

std::unique_ptr<ExecutorKernel> OpenClProgram::kernel(const KernelSignature& signature) {
  auto kernel = std::make_unique<OpenClKernel>(program_, device_, signature.name);
  if (kernel->local_memory_bytes() <= signature.local_bytes) return kernel;
  // It is charged with the local variables of other kernels.
  auto alone = std::make_shared<ClProgram>(alone_(signature.name));
  if (*alone == nullptr) return kernel;
  return std::make_unique<OpenClKernel>(std::move(alone), device_, signature.name);
}

OpenClLane::OpenClLane(cl_context context, cl_device_id device)
    : calls_functions_(
          (device_info<cl_device_exec_capabilities>(device, CL_DEVICE_EXECUTION_CAPABILITIES) &
           CL_EXEC_NATIVE_KERNEL) != 0) {
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  cl_int status = CL_SUCCESS;
  queue_.reset(clCreateCommandQueueWithProperties(context, device, properties, &status));
  check_cl(status, "clCreateCommandQueueWithProperties");
}

OpenClLane::~OpenClLane() {
  if (unfinished_ != 0) clFinish(queue_.get());
}

void OpenClLane::start(const KernelRun& run, cl_event* event) {
  const auto& kernel = static_cast<const OpenClKernel&>(run.kernel);
  ClKernel cl_kernel = kernel.take();
  for (std::size_t i = 0; i < run.arguments.size(); ++i)
    set_argument(cl_kernel.get(), static_cast<cl_uint>(i), run.arguments[i]);
  Extent global{};
  for (std::size_t axis = 0; axis < 3; ++axis)
    global[axis] = run.group_size[axis] * run.groups[axis];
  check_cl(clEnqueueNDRangeKernel(queue_.get(), cl_kernel.get(), 3, run.offset.data(),
                                  global.data(), run.group_size.data(), 0, nullptr, event),
           "clEnqueueNDRangeKernel");
  ++unfinished_;
  kernel.give_back(std::move(cl_kernel));
}

void OpenClLane::enqueue(const KernelRun& run) {
  start(run, nullptr);
  if (unfinished_ >= kMostUnfinished) finish();
}

void OpenClLane::enqueue(std::function<void()> call) {
  if (!calls_functions_) {
    finish();
    call();
    return;
  }
  // OpenCL copies the argument, which is this pointer.
  auto owned = std::make_unique<std::function<void()>>(std::move(call));
  std::function<void()>* argument = owned.get();
  const auto call_and_delete = [](void* arguments) {
    const std::unique_ptr<std::function<void()>> owner(
        *static_cast<std::function<void()>**>(arguments));
    (*owner)();
  };
  check_cl(clEnqueueNativeKernel(queue_.get(), call_and_delete, &argument, sizeof argument, 0,
                                 nullptr, nullptr, 0, nullptr, nullptr),
           "clEnqueueNativeKernel");
  static_cast<void>(owned.release());
  if (++unfinished_ >= kMostUnfinished) finish();
}

Interval OpenClLane::run(const KernelRun& run) {
  const std::uint64_t before = host_now_ns();
  cl_event started = nullptr;
  start(run, &started);
  const ClEvent event(started);
  finish();
  const std::uint64_t after = host_now_ns();
  cl_int status = CL_COMPLETE;
  check_cl(
      clGetEventInfo(started, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
      "clGetEventInfo");
  if (status < 0) check_cl(status, "kernel execution");
  Interval interval{stamp(started, CL_PROFILING_COMMAND_START),
                    stamp(started, CL_PROFILING_COMMAND_END)};
  // OpenCL leaves open which clock its stamps come from. Where it is not ours, the length still
  // counts.
  if (interval.start_ns < before || interval.end_ns > after)
    interval = {after - (interval.end_ns - interval.start_ns), after};
  return interval;
}

void OpenClLane::finish() {
  if (std::exchange(unfinished_, 0) != 0) check_cl(clFinish(queue_.get()), "clFinish");
}

}  // namespace zecpu
