// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

// What this driver exports, as NVIDIA's header declares it, with plain numbers for its
// enumerations.
struct CUctx_st;
struct CUevent_st;
struct CUfunc_st;
struct CUgraph_st;
struct CUgraphExec_st;
struct CUmod_st;
struct CUstream_st;

using CUdeviceptr = unsigned long long;  // NOLINT(google-runtime-int): NVIDIA's

#define CUHOST_EXPORT __attribute__((visibility("default")))

extern "C" {
/// What a program may say of this driver. None of NVIDIA's has it.
CUHOST_EXPORT const char* tickbench_cuda_driver_note();

// NOLINTBEGIN(readability-identifier-naming): NVIDIA's names.
CUHOST_EXPORT int cuCtxGetDevice(int* device);
CUHOST_EXPORT int cuCtxPopCurrent_v2(CUctx_st** context);
CUHOST_EXPORT int cuCtxPushCurrent_v2(CUctx_st* context);
CUHOST_EXPORT int cuCtxSetCurrent(CUctx_st* context);
CUHOST_EXPORT int cuDeviceGetAttribute(int* value, int attribute, int device);
CUHOST_EXPORT int cuDeviceGetCount(int* count);
CUHOST_EXPORT int cuDeviceGetName(char* name, int size, int device);
CUHOST_EXPORT int cuDeviceGetPCIBusId(char* address, int size, int device);
CUHOST_EXPORT int cuDevicePrimaryCtxRelease_v2(int device);
CUHOST_EXPORT int cuDevicePrimaryCtxRetain(CUctx_st** context, int device);
CUHOST_EXPORT int cuDeviceTotalMem_v2(std::size_t* bytes, int device);
CUHOST_EXPORT int cuDriverGetVersion(int* version);
CUHOST_EXPORT int cuEventCreate(CUevent_st** event, unsigned flags);
CUHOST_EXPORT int cuEventDestroy_v2(CUevent_st* event);
CUHOST_EXPORT int cuEventElapsedTime(float* milliseconds, CUevent_st* start, CUevent_st* end);
CUHOST_EXPORT int cuEventElapsedTime_v2(float* milliseconds, CUevent_st* start, CUevent_st* end);
CUHOST_EXPORT int cuEventRecord(CUevent_st* event, CUstream_st* stream);
CUHOST_EXPORT int cuFuncGetAttribute(int* value, int attribute, CUfunc_st* function);
CUHOST_EXPORT int cuFuncSetAttribute(CUfunc_st* function, int attribute, int value);
CUHOST_EXPORT int cuGetErrorName(int result, const char** name);
CUHOST_EXPORT int cuGraphDestroy(CUgraph_st* graph);
CUHOST_EXPORT int cuGraphExecDestroy(CUgraphExec_st* graph);
CUHOST_EXPORT int cuGraphInstantiateWithFlags(CUgraphExec_st** executable, CUgraph_st* graph,
                                              unsigned long long flags);
CUHOST_EXPORT int cuGraphLaunch(CUgraphExec_st* graph, CUstream_st* stream);
CUHOST_EXPORT int cuGraphUpload(CUgraphExec_st* graph, CUstream_st* stream);
CUHOST_EXPORT int cuInit(unsigned flags);
CUHOST_EXPORT int cuLaunchKernel(CUfunc_st* function, unsigned grid_x, unsigned grid_y,
                                 unsigned grid_z, unsigned block_x, unsigned block_y,
                                 unsigned block_z, unsigned shared, CUstream_st* stream,
                                 void** arguments, void** extra);
CUHOST_EXPORT int cuMemAllocManaged(CUdeviceptr* memory, std::size_t bytes, unsigned flags);
CUHOST_EXPORT int cuMemAlloc_v2(CUdeviceptr* memory, std::size_t bytes);
CUHOST_EXPORT int cuMemFreeHost(void* memory);
CUHOST_EXPORT int cuMemFree_v2(CUdeviceptr memory);
CUHOST_EXPORT int cuMemHostAlloc(void** memory, std::size_t bytes, unsigned flags);
CUHOST_EXPORT int cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, std::size_t bytes,
                                CUstream_st* stream);
CUHOST_EXPORT int cuMemsetD16Async(CUdeviceptr to, unsigned short value, std::size_t count,
                                   CUstream_st* stream);
CUHOST_EXPORT int cuMemsetD32Async(CUdeviceptr to, unsigned value, std::size_t count,
                                   CUstream_st* stream);
CUHOST_EXPORT int cuMemsetD8Async(CUdeviceptr to, unsigned char value, std::size_t count,
                                  CUstream_st* stream);
CUHOST_EXPORT int cuModuleGetFunction(CUfunc_st** function, CUmod_st* module, const char* name);
CUHOST_EXPORT int cuModuleLoadDataEx(CUmod_st** module, const void* image, unsigned count,
                                     int* options, void** values);
CUHOST_EXPORT int cuModuleUnload(CUmod_st* module);
CUHOST_EXPORT int cuStreamBeginCapture_v2(CUstream_st* stream, int mode);
CUHOST_EXPORT int cuStreamCreate(CUstream_st** stream, unsigned flags);
CUHOST_EXPORT int cuStreamDestroy_v2(CUstream_st* stream);
CUHOST_EXPORT int cuStreamEndCapture(CUstream_st* stream, CUgraph_st** graph);
CUHOST_EXPORT int cuStreamGetCtx(CUstream_st* stream, CUctx_st** context);
CUHOST_EXPORT int cuStreamIsCapturing(CUstream_st* stream, int* status);
CUHOST_EXPORT int cuStreamSynchronize(CUstream_st* stream);
// NOLINTEND(readability-identifier-naming)
}
