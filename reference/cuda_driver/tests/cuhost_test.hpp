// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "../src/cuda_api.hpp"

namespace cuhost {

/// A function of the driver, which is loaded as a vendor's is.
template <class Function>
Function* entry_point(const char* name) {
  static void* const kLibrary = ::dlopen(CUHOST_DRIVER, RTLD_NOW | RTLD_LOCAL);
  EXPECT_NE(kLibrary, nullptr) << ::dlerror();
  auto* const found = reinterpret_cast<Function*>(::dlsym(kLibrary, name));
  EXPECT_NE(found, nullptr) << name;
  return found;
}
#define CU(name) (*::cuhost::entry_point<decltype(::name)>(#name))

/// One kernel: y[i] += value over ints; see cuhost_test.cpp.
inline constexpr const char* kAddPtx = R"(
.version 6.4
.target sm_75
.address_size 64
// A comment: .entry not_a_kernel(
.visible .entry add(
  .param .u64 add_param_0,
  .param .u32 add_param_1
)
{ ret; }
)";

/// A device with its context current, a stream and the kernel.
class CuhostTest : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;
  CUdeviceptr allocate(std::size_t bytes);
  int launch_add(CUdeviceptr to, int value, unsigned threads);
  int synchronize() { return CU(cuStreamSynchronize)(stream_); }
  std::vector<int> read(CUdeviceptr from, std::size_t count);

  CUctx_st* context_ = nullptr;
  CUstream_st* stream_ = nullptr;
  CUmod_st* module_ = nullptr;
  CUfunc_st* add_ = nullptr;
  std::vector<CUdeviceptr> allocated_;  ///< a test may free it earlier
};

inline CUdeviceptr address_of(const void* memory) { return reinterpret_cast<CUdeviceptr>(memory); }

}  // namespace cuhost
