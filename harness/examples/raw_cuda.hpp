// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

struct CUctx_st;
struct CUevent_st;
struct CUfunc_st;
struct CUmod_st;
struct CUstream_st;

/// The calls of NVIDIA's driver that the examples make. A program of yours includes cuda.h and
/// links libcuda; these are declared and loaded by hand, so that the examples build on every
/// machine.
struct CudaDriver {
  using Address = unsigned long long;  // CUdeviceptr

#define RAW_CUDA_CALL(name, ...) int (*const name)(__VA_ARGS__) = find<int(__VA_ARGS__)>(#name)
  RAW_CUDA_CALL(cuInit, unsigned);
  RAW_CUDA_CALL(cuDevicePrimaryCtxRetain, CUctx_st**, int);
  RAW_CUDA_CALL(cuDevicePrimaryCtxRelease_v2, int);
  RAW_CUDA_CALL(cuCtxSetCurrent, CUctx_st*);
  RAW_CUDA_CALL(cuEventCreate, CUevent_st**, unsigned);
  RAW_CUDA_CALL(cuEventDestroy_v2, CUevent_st*);
  RAW_CUDA_CALL(cuEventElapsedTime, float*, CUevent_st*, CUevent_st*);
  RAW_CUDA_CALL(cuEventRecord, CUevent_st*, CUstream_st*);
  RAW_CUDA_CALL(cuStreamCreate, CUstream_st**, unsigned);
  RAW_CUDA_CALL(cuStreamDestroy_v2, CUstream_st*);
  RAW_CUDA_CALL(cuStreamSynchronize, CUstream_st*);
  RAW_CUDA_CALL(cuMemAlloc_v2, Address*, std::size_t);
  RAW_CUDA_CALL(cuMemFree_v2, Address);
  RAW_CUDA_CALL(cuMemcpyAsync, Address, Address, std::size_t, CUstream_st*);
  RAW_CUDA_CALL(cuModuleLoadDataEx, CUmod_st**, const void*, unsigned, int*, void**);
  RAW_CUDA_CALL(cuModuleGetFunction, CUfunc_st**, CUmod_st*, const char*);
  RAW_CUDA_CALL(cuModuleUnload, CUmod_st*);
  RAW_CUDA_CALL(cuLaunchKernel, CUfunc_st*, unsigned, unsigned, unsigned, unsigned, unsigned,
                unsigned, unsigned, CUstream_st*, void**, void**);
#undef RAW_CUDA_CALL

  static void require(int result, const char* call) {
    if (result != 0) throw std::runtime_error(std::string(call) + ": " + std::to_string(result));
  }
  /// Null where there is no driver.
  static void* library() {
    // As the harness: another driver where the environment names one.
    const char* const named = ::secure_getenv("TICKBENCH_CUDA_DRIVER");
    static void* const kLibrary =
        ::dlopen(named != nullptr ? named : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    return kLibrary;
  }

 private:
  template <class Function>
  static Function* find(const char* name) {
    void* const found = library() == nullptr ? nullptr : ::dlsym(library(), name);
    if (found == nullptr) throw std::runtime_error(std::string(name) + ": no such function");
    return reinterpret_cast<Function*>(found);
  }
};

/// A stream of the program's own, in the primary context of a device, as the CUDA runtime and its
/// libraries use it.
struct CudaStream {
  const CudaDriver cuda;
  const int device;
  CUstream_st* stream = nullptr;

  explicit CudaStream(int of_device = 0) : device(of_device) {
    CUctx_st* context = nullptr;
    CudaDriver::require(cuda.cuInit(0), "cuInit");
    CudaDriver::require(cuda.cuDevicePrimaryCtxRetain(&context, device),
                        "cuDevicePrimaryCtxRetain");
    CudaDriver::require(cuda.cuCtxSetCurrent(context), "cuCtxSetCurrent");
    CudaDriver::require(cuda.cuStreamCreate(&stream, 0), "cuStreamCreate");
  }
  ~CudaStream() {
    cuda.cuStreamDestroy_v2(stream);
    cuda.cuDevicePrimaryCtxRelease_v2(device);
  }
  CudaStream(const CudaStream&) = delete;
  CudaStream& operator=(const CudaStream&) = delete;

  void synchronize() const {
    CudaDriver::require(cuda.cuStreamSynchronize(stream), "cuStreamSynchronize");
  }
};

/// Floats on the device.
struct CudaFloats {
  const CudaStream& on;
  std::size_t bytes;
  CudaDriver::Address address = 0;

  CudaFloats(const CudaStream& stream, std::size_t count)
      : on(stream), bytes(count * sizeof(float)) {
    CudaDriver::require(on.cuda.cuMemAlloc_v2(&address, bytes), "cuMemAlloc");
  }
  ~CudaFloats() { on.cuda.cuMemFree_v2(address); }
  CudaFloats(const CudaFloats&) = delete;
  CudaFloats& operator=(const CudaFloats&) = delete;

  void write(const void* from) const { copy(address, reinterpret_cast<CudaDriver::Address>(from)); }
  void read(void* to) const { copy(reinterpret_cast<CudaDriver::Address>(to), address); }

 private:
  void copy(CudaDriver::Address to, CudaDriver::Address from) const {
    CudaDriver::require(on.cuda.cuMemcpyAsync(to, from, bytes, on.stream), "cuMemcpyAsync");
    on.synchronize();
  }
};

/// A program's own CUDA code, as it was before it met tickbench: a stream, memory, and one kernel,
/// which nvcc or any other compiler made into PTX.
struct RawCuda : CudaStream {
  static constexpr unsigned kItems = 1U << 20;
  static constexpr unsigned kBlock = 256;

  std::vector<float> values;  // of x
  CudaFloats x{*this, kItems};
  CudaFloats y{*this, kItems};

  RawCuda() : values(kItems) {
    for (unsigned i = 0; i < kItems; ++i) values[i] = static_cast<float>(i % 1000);
    x.write(values.data());
    CudaDriver::require(cuda.cuModuleLoadDataEx(&module_, kPtx, 0, nullptr, nullptr),
                        "cuModuleLoadDataEx");
    CudaDriver::require(cuda.cuModuleGetFunction(&scale_, module_, "scale"), "cuModuleGetFunction");
  }
  ~RawCuda() { cuda.cuModuleUnload(module_); }
  RawCuda(const RawCuda&) = delete;
  RawCuda& operator=(const RawCuda&) = delete;

  /// y <- factor * x, on any stream of the device.
  void enqueue_scale(CUstream_st* to, float factor) const {
    CudaDriver::Address from_x = x.address, to_y = y.address;
    void* arguments[] = {&factor, &from_x, &to_y};
    CudaDriver::require(
        cuda.cuLaunchKernel(scale_, kItems / kBlock, 1, 1, kBlock, 1, 1, 0, to, arguments, nullptr),
        "cuLaunchKernel");
  }

 private:
  static constexpr const char* kPtx = R"(
.version 6.4
.target sm_75
.address_size 64

.visible .entry scale(.param .f32 a, .param .u64 x, .param .u64 y)
{
  .reg .u32 %thread, %block, %size;
  .reg .u64 %from, %to, %offset;
  .reg .f32 %factor, %value;
  ld.param.f32 %factor, [a];
  ld.param.u64 %from, [x];
  ld.param.u64 %to, [y];
  mov.u32 %thread, %tid.x;
  mov.u32 %block, %ctaid.x;
  mov.u32 %size, %ntid.x;
  mad.lo.u32 %thread, %block, %size, %thread;
  mul.wide.u32 %offset, %thread, 4;
  add.u64 %from, %from, %offset;
  add.u64 %to, %to, %offset;
  ld.global.f32 %value, [%from];
  mul.f32 %value, %value, %factor;
  st.global.f32 [%to], %value;
  ret;
}
)";

  CUmod_st* module_ = nullptr;
  CUfunc_st* scale_ = nullptr;
};
