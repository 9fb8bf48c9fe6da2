// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// Compiled where NVIDIA's header is: the driver's functions are called with what it declares. Types
// may be written otherwise (an enumeration is an int here), and take the same room.

#include <cuda.h>

#include <type_traits>

#include "cuda/driver.hpp"

namespace {

template <class A, class B>
constexpr bool same_value() {
  if constexpr (std::is_pointer_v<A> || std::is_pointer_v<B>)
    return std::is_pointer_v<A> && std::is_pointer_v<B>;
  else
    return sizeof(A) == sizeof(B) && std::is_floating_point_v<A> == std::is_floating_point_v<B>;
}

template <class A, class B>
struct SameCall : std::false_type {};
template <class ResultA, class... A, class ResultB, class... B>
struct SameCall<ResultA (*)(A...), ResultB (*)(B...)> {
  static constexpr bool value = [] {
    if constexpr (sizeof...(A) != sizeof...(B))
      return false;
    else
      return same_value<ResultA, ResultB>() && (same_value<A, B>() && ...);
  }();
};

// The header's macros put the newest forms in the place of their plain names.
#define TICKBENCH_SAME_CALL(name, parameters)                                                   \
  static_assert(SameCall<decltype(&::name), decltype(tickbench::cuda::Functions::name)>::value, \
                #name);
TICKBENCH_CUDA_FUNCTIONS(TICKBENCH_SAME_CALL)
#undef TICKBENCH_SAME_CALL

using namespace tickbench::cuda;
static_assert(kOutOfMemory == static_cast<int>(CUDA_ERROR_OUT_OF_MEMORY));
static_assert(kStubLibrary == static_cast<int>(CUDA_ERROR_STUB_LIBRARY));
static_assert(tickbench::cuda::kNoDevice == static_cast<int>(CUDA_ERROR_NO_DEVICE));
static_assert(kInvalidHandle == static_cast<int>(CUDA_ERROR_INVALID_HANDLE));
static_assert(kNotReady == static_cast<int>(CUDA_ERROR_NOT_READY));
static_assert(kNotSupported == static_cast<int>(CUDA_ERROR_NOT_SUPPORTED));
static_assert(kMostThreadsInBlock == static_cast<int>(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
static_assert(kLargestBlockX == static_cast<int>(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X));
static_assert(kLargestBlockX + 2 == static_cast<int>(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z));
static_assert(kLargestGridX == static_cast<int>(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X));
static_assert(kLargestGridX + 2 == static_cast<int>(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z));
static_assert(kSharedMemory == static_cast<int>(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK));
static_assert(kClockKilohertz == static_cast<int>(CU_DEVICE_ATTRIBUTE_CLOCK_RATE));
static_assert(kMultiprocessors == static_cast<int>(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
static_assert(kIsIntegrated == static_cast<int>(CU_DEVICE_ATTRIBUTE_INTEGRATED));
static_assert(kCacheSize == static_cast<int>(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE));
static_assert(kHasManagedMemory == static_cast<int>(CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY));
static_assert(kReachesPageableMemory ==
              static_cast<int>(CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS));
static_assert(kSharedMemoryOptIn ==
              static_cast<int>(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN));
static_assert(kReservedSharedMemory ==
              static_cast<int>(CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK));
static_assert(kMaxFunctionThreads == static_cast<int>(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
static_assert(kStaticSharedMemory == static_cast<int>(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES));
static_assert(kDynamicSharedMemory ==
              static_cast<int>(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES));
static_assert(kErrorLog == static_cast<int>(CU_JIT_ERROR_LOG_BUFFER));
static_assert(kErrorLogBytes == static_cast<int>(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES));
static_assert(kHostMemoryIsMapped == static_cast<unsigned>(CU_MEMHOSTALLOC_DEVICEMAP));
static_assert(kCaptureRelaxed == static_cast<int>(CU_STREAM_CAPTURE_MODE_RELAXED));
static_assert(kAttachGlobally == static_cast<unsigned>(CU_MEM_ATTACH_GLOBAL));

}  // namespace
