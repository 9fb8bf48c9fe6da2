// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <array>

#include "cuhost_test.hpp"

namespace cuhost {
namespace {

class Module : public CuhostTest {
 protected:
  /// The log of a text that is refused.
  static std::string log_of(const char* ptx) {
    std::array<char, 256> log{};
    int options[] = {5, 6};
    void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
    CUmod_st* module = nullptr;
    EXPECT_EQ(CU(cuModuleLoadDataEx)(&module, ptx, 2, options, values), 218);
    return log.data();
  }
};

TEST_F(Module, NamesWhatIsNotThere) {
  EXPECT_THAT(log_of("nothing"), testing::HasSubstr("Missing .version"));
  EXPECT_THAT(log_of(".version 6.4\n.extern .func (.param .b32 r) missing\n(.param .b32 p);\n"),
              testing::HasSubstr("Unresolved extern function 'missing'"));
  EXPECT_THAT(log_of(".version 6.4\n.visible .entry not_here() { ret; }"),
              testing::HasSubstr("'cuhost_kernel_not_here'"));
}

TEST_F(Module, HasItsKernelsAlone) {
  CUfunc_st* function = nullptr;
  EXPECT_EQ(CU(cuModuleGetFunction)(&function, module_, "not_a_kernel"), 500);
  int threads = 0;
  EXPECT_EQ(CU(cuFuncGetAttribute)(&threads, 0, add_), 0);
  EXPECT_EQ(threads, 1024);
}

TEST_F(Module, SaysWhatAKernelDeclaresOfSharedMemory) {
  CUmod_st* module = nullptr;
  const char* const ptx =
      ".version 6.4\n.shared .align 4 .b8 add_$_a[100];\n.shared .align 4 .b8 other_$_a[1];\n"
      ".shared .align 4 .b8 add_$_b[20];\n.entry add(.param .u64 a, .param .u32 b) { ret; }";
  ASSERT_EQ(CU(cuModuleLoadDataEx)(&module, ptx, 0, nullptr, nullptr), 0);
  CUfunc_st* function = nullptr;
  ASSERT_EQ(CU(cuModuleGetFunction)(&function, module, "add"), 0);
  int bytes = 0;
  EXPECT_EQ(CU(cuFuncGetAttribute)(&bytes, 1, function), 0);
  EXPECT_EQ(bytes, 120);
  EXPECT_EQ(CU(cuModuleUnload)(module), 0);
}

TEST_F(Module, ALaunchKeepsItsArguments) {
  const auto memory = allocate(sizeof(int));
  EXPECT_EQ(CU(cuMemsetD32Async)(memory, 0, 1, stream_), 0);
  int value = 3;
  CUdeviceptr to = memory;
  void* arguments[] = {&to, &value};
  EXPECT_EQ(CU(cuLaunchKernel)(add_, 1, 1, 1, 1, 1, 1, 0, stream_, arguments, nullptr), 0);
  value = 100;
  to = 0;
  EXPECT_EQ(read(memory, 1), std::vector<int>{3});
}

TEST_F(Module, RefusesSizesThatTheDeviceDoesNotTake) {
  const auto memory = allocate(sizeof(int));
  EXPECT_EQ(launch_add(memory, 1, 2048), 1);
  EXPECT_EQ(launch_add(memory, 1, 0), 1);
  CUdeviceptr to = memory;
  int value = 1;
  void* arguments[] = {&to, &value};
  const auto launch = [&](unsigned shared) {
    return CU(cuLaunchKernel)(add_, 1, 1, 1, 1, 1, 1, shared, stream_, arguments, nullptr);
  };
  EXPECT_EQ(launch(48U << 10), 0);
  EXPECT_EQ(launch(49U << 10), 1);
  EXPECT_EQ(CU(cuFuncSetAttribute)(add_, 8, 64 << 10), 0);
  EXPECT_EQ(launch(49U << 10), 0);
  EXPECT_EQ(CU(cuFuncSetAttribute)(add_, 8, 1 << 20), 1);
  EXPECT_EQ(synchronize(), 0);
}

}  // namespace
}  // namespace cuhost
