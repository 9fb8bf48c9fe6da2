// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "tickbench/error.hpp"

// The driver's handles, as its own header declares them. That header is not needed to build this.
struct CUctx_st;
struct CUevent_st;
struct CUfunc_st;
struct CUgraph_st;
struct CUgraphExec_st;
struct CUmod_st;
struct CUstream_st;

/// NVIDIA's driver, in our own words: it is loaded when it is first used, so that this builds and
/// runs on a machine without it.
namespace tickbench::cuda {

using Result = int;  ///< CUresult
/// CUdeviceptr: where a device's memory is, for the host as well where it reaches that.
using Address = unsigned long long;  // NOLINT(google-runtime-int): as the driver has it

/// Those that the harness tells apart, by number.
enum KnownResult : Result {
  kSuccess = 0,
  kOutOfMemory = 2,
  kStubLibrary = 34,
  kNoDevice = 100,
  kInvalidHandle = 400,
  kNotReady = 600,
  kNotSupported = 801,
};

/// CUdevice_attribute.
enum DeviceAttribute : int {
  kMostThreadsInBlock = 1,
  kLargestBlockX = 2,  ///< Y and Z follow
  kLargestGridX = 5,   ///< Y and Z follow
  kSharedMemory = 8,
  kClockKilohertz = 13,
  kMultiprocessors = 16,
  kIsIntegrated = 18,
  kMemoryKilohertz = 36,
  kMemoryBusBits = 37,
  kCacheSize = 38,
  kMajorCapability = 75,
  kMinorCapability = 76,
  kHasManagedMemory = 83,
  kReachesPageableMemory = 88,
  kSharedMemoryOptIn = 97,
  kReservedSharedMemory = 111,
};

/// CUfunction_attribute.
enum FunctionAttribute : int {
  kMaxFunctionThreads = 0,
  kStaticSharedMemory = 1,
  kDynamicSharedMemory = 8,
};

/// CUjit_option.
enum JitOption : int { kErrorLog = 5, kErrorLogBytes = 6 };

inline constexpr unsigned kHostMemoryIsMapped = 2;  ///< CU_MEMHOSTALLOC_DEVICEMAP
inline constexpr unsigned kAttachGlobally = 1;      ///< CU_MEM_ATTACH_GLOBAL
inline constexpr int kCaptureRelaxed = 2;           ///< CU_STREAM_CAPTURE_MODE_RELAXED

// The entry points, by the names in the library: newer forms of a call have a suffix there, which
// NVIDIA's header hides behind macros.
#define TICKBENCH_CUDA_FUNCTIONS(X)                                                               \
  X(cuCtxGetDevice, (int* device))                                                                \
  X(cuCtxPopCurrent_v2, (CUctx_st * *context))                                                    \
  X(cuCtxPushCurrent_v2, (CUctx_st * context))                                                    \
  X(cuCtxSetCurrent, (CUctx_st * context))                                                        \
  X(cuDeviceGetAttribute, (int* value, int attribute, int device))                                \
  X(cuDeviceGetCount, (int* count))                                                               \
  X(cuDeviceGetName, (char* name, int size, int device))                                          \
  X(cuDeviceGetPCIBusId, (char* address, int size, int device))                                   \
  X(cuDevicePrimaryCtxRelease_v2, (int device))                                                   \
  X(cuDevicePrimaryCtxRetain, (CUctx_st * *context, int device))                                  \
  X(cuDeviceTotalMem_v2, (std::size_t * bytes, int device))                                       \
  X(cuDriverGetVersion, (int* version))                                                           \
  X(cuEventCreate, (CUevent_st * *event, unsigned flags))                                         \
  X(cuEventDestroy_v2, (CUevent_st * event))                                                      \
  X(cuEventElapsedTime, (float* milliseconds, CUevent_st* start, CUevent_st* end))                \
  X(cuEventRecord, (CUevent_st * event, CUstream_st * stream))                                    \
  X(cuFuncGetAttribute, (int* value, int attribute, CUfunc_st* function))                         \
  X(cuFuncSetAttribute, (CUfunc_st * function, int attribute, int value))                         \
  X(cuGetErrorName, (Result result, const char** name))                                           \
  X(cuGraphDestroy, (CUgraph_st * graph))                                                         \
  X(cuGraphExecDestroy, (CUgraphExec_st * graph))                                                 \
  X(cuGraphInstantiateWithFlags,                                                                  \
    (CUgraphExec_st * *executable, CUgraph_st * graph, unsigned long long flags))                 \
  X(cuGraphLaunch, (CUgraphExec_st * graph, CUstream_st * stream))                                \
  X(cuGraphUpload, (CUgraphExec_st * graph, CUstream_st * stream))                                \
  X(cuInit, (unsigned flags))                                                                     \
  X(cuLaunchKernel, (CUfunc_st * function, unsigned grid_x, unsigned grid_y, unsigned grid_z,     \
                     unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,       \
                     CUstream_st* stream, void** arguments, void** extra))                        \
  X(cuMemAllocManaged, (Address * memory, std::size_t bytes, unsigned flags))                     \
  X(cuMemAlloc_v2, (Address * memory, std::size_t bytes))                                         \
  X(cuMemFreeHost, (void* memory))                                                                \
  X(cuMemFree_v2, (Address memory))                                                               \
  X(cuMemHostAlloc, (void** memory, std::size_t bytes, unsigned flags))                           \
  X(cuMemcpyAsync, (Address to, Address from, std::size_t bytes, CUstream_st * stream))           \
  X(cuMemsetD16Async, (Address to, unsigned short value, std::size_t count, CUstream_st* stream)) \
  X(cuMemsetD32Async, (Address to, unsigned value, std::size_t count, CUstream_st* stream))       \
  X(cuMemsetD8Async, (Address to, unsigned char value, std::size_t count, CUstream_st* stream))   \
  X(cuModuleGetFunction, (CUfunc_st * *function, CUmod_st * module, const char* name))            \
  X(cuModuleLoadDataEx,                                                                           \
    (CUmod_st * *module, const void* image, unsigned count, int* options, void** values))         \
  X(cuModuleUnload, (CUmod_st * module))                                                          \
  X(cuStreamBeginCapture_v2, (CUstream_st * stream, int mode))                                    \
  X(cuStreamCreate, (CUstream_st * *stream, unsigned flags))                                      \
  X(cuStreamDestroy_v2, (CUstream_st * stream))                                                   \
  X(cuStreamEndCapture, (CUstream_st * stream, CUgraph_st * *graph))                              \
  X(cuStreamGetCtx, (CUstream_st * stream, CUctx_st * *context))                                  \
  X(cuStreamIsCapturing, (CUstream_st * stream, int* status))                                     \
  X(cuStreamSynchronize, (CUstream_st * stream))

/// A table of them, under their own names.
struct Functions {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a name and a list of parameters take none.
#define TICKBENCH_CUDA_MEMBER(name, parameters) Result(*name) parameters = nullptr;
  TICKBENCH_CUDA_FUNCTIONS(TICKBENCH_CUDA_MEMBER)
#undef TICKBENCH_CUDA_MEMBER
};

struct Driver : Functions {
  std::string file;            ///< the loaded library, links resolved
  std::string note;            ///< where it is not the system's: what it is, and from where
  bool is_substitute = false;  ///< it says itself that it is none of NVIDIA's: a test's, on the CPU
};

/// The environment names another file than the system's libcuda.so.1 by this. Its path is absolute,
/// so that no folder that someone works in decides what is loaded.
inline constexpr const char* kDriverVariable = "TICKBENCH_CUDA_DRIVER";

/// Loaded and initialised at the first call, and kept until the process ends. Throws Error:
/// kNoDevice where there is no driver, or none with a device; kDeviceError where the file that the
/// environment names cannot be loaded, or a driver lacks an entry point or does not start.
const Driver& driver();

/// The same for a file of this name; an empty `named_by` means the system's search. For tests.
Driver load_driver(const std::string& file, const std::string& named_by);

}  // namespace tickbench::cuda
