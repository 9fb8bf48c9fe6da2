// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <numeric>

#include "ze_test.hpp"

namespace {

class KernelTest : public ZeTest {
 protected:
  void launch(ze_kernel_handle_t kernel, const ze_group_count_t& groups = kSingleGroup) {
    ASSERT_ZE(zeCommandListAppendLaunchKernel(immediate(), kernel, &groups, nullptr, 0, nullptr));
  }
  template <class T>
  static void set_value(ze_kernel_handle_t kernel, std::uint32_t index, const T& value) {
    ASSERT_ZE(zeKernelSetArgumentValue(kernel, index, sizeof value, &value));
  }
  /// A kernel of atomics.cl: 4 groups of 16.
  void launch_counter(const char* name, std::int32_t* total, std::int32_t* sums) {
    const auto counter = kernel(module("atomics"), name);
    *total = 0;
    set(counter, 0, total);
    set(counter, 1, sums);
    ASSERT_ZE(zeKernelSetArgumentValue(counter, 2, sizeof(std::int32_t), nullptr));
    ASSERT_ZE(zeKernelSetGroupSize(counter, 16, 1, 1));
    launch(counter, {4, 1, 1});
  }

  /// Of every_atomic.cl: each kernel writes its last step that went wrong.
  void expect_every_atomic(ze_module_handle_t every) {
    auto* memory = shared<std::int64_t>(1);
    auto* wrong = shared<std::int32_t>(1);
    for (const char* name : {"of_int", "of_uint", "of_long", "of_ulong", "of_float", "of_double",
                             "of_flag", "atomic_of_int", "atomic_of_uint", "atom_of_int",
                             "atom_of_uint", "atom_of_long", "atom_of_ulong", "atomic_of_float"}) {
      const auto steps = kernel(every, name);
      *wrong = 0;
      set(steps, 0, memory);
      ASSERT_ZE(zeKernelSetArgumentValue(steps, 1, sizeof(std::int64_t), nullptr));
      set(steps, 2, wrong);
      launch(steps, kSingleGroup);
      EXPECT_EQ(*wrong, 0) << name;
    }
  }
};

struct Mixed {
  char tag;
  double weight;
  alignas(16) std::int32_t lanes[4];
  std::int16_t last;
};
struct __attribute__((packed)) Packed {
  char tag;
  double weight;
};

TEST_F(KernelTest, TakesScalarsOfEverySize) {
  const auto scalars = kernel(module("arguments"), "scalars");
  auto* out = shared<double>(7);
  set(scalars, 0, out);
  set_value(scalars, 1, std::int8_t{-1});
  set_value(scalars, 2, std::int16_t{-2});
  set_value(scalars, 3, std::int32_t{-3});
  set_value(scalars, 4, std::int64_t{-4});
  set_value(scalars, 5, 5.5F);
  set_value(scalars, 6, 6.25);
  const float lanes[4] = {1, 2, 4, 1000};  // a vector of three takes the room of four
  set_value(scalars, 7, lanes);
  launch(scalars);
  EXPECT_THAT(std::vector<double>(out, out + 7),
              testing::ElementsAre(-1, -2, -3, -4, 5.5, 6.25, 7));
}

TEST_F(KernelTest, TakesStructsByValue) {
  const auto by_value = kernel(module("arguments"), "by_value");
  auto* out = shared<double>(7);
  set(by_value, 0, out);
  set_value(by_value, 1, Mixed{1, 2.5, {0, 0, 0, 3}, 4});
  set_value(by_value, 2, Packed{5, 6.5});
  set_value(by_value, 3, std::int32_t{7});
  launch(by_value);
  EXPECT_THAT(std::vector<double>(out, out + 7), testing::ElementsAre(1, 2.5, 3, 4, 5, 6.5, 7));
}

TEST_F(KernelTest, TakesNullAndInteriorPointers) {
  const auto is_null = kernel(module("arguments"), "is_null");
  auto* out = shared<std::int32_t>(8);
  set(is_null, 0, out + 3);
  ASSERT_ZE(zeKernelSetArgumentValue(is_null, 1, sizeof(void*), nullptr));
  launch(is_null);
  EXPECT_EQ(out[3], 1);
  set(is_null, 1, out);
  launch(is_null);
  EXPECT_EQ(out[3], 0);
  set(is_null, 1, static_cast<const void*>(nullptr));
  launch(is_null);
  EXPECT_EQ(out[3], 1);
}

TEST_F(KernelTest, TakesPlainHeapMemory) {
  const auto add = basic("add");
  std::vector<std::uint32_t> heap(64, 5);
  set(add, 0, heap.data());
  set(add, 1, 2U);
  launch(add, {64, 1, 1});
  EXPECT_THAT(heap, testing::Each(7U));
}

TEST_F(KernelTest, TakesLocalAndConstantMemory) {
  const auto reverse = kernel(module("arguments"), "reverse_groups");
  auto* data = shared<std::int32_t>(64);
  std::iota(data, data + 64, 0);
  auto* bias = shared<std::int32_t>(1);
  *bias = 100;
  set(reverse, 0, data);
  ASSERT_ZE(zeKernelSetArgumentValue(reverse, 1, 16 * sizeof(int), nullptr));
  set(reverse, 2, bias);
  ASSERT_ZE(zeKernelSetGroupSize(reverse, 16, 1, 1));
  launch(reverse, {4, 1, 1});
  for (int i = 0; i < 64; ++i) EXPECT_EQ(data[i], 100 + i / 16 * 16 + 15 - i % 16);
}

TEST_F(KernelTest, HasLocalMemoryOfItsOwn) {
  const auto static_local = kernel(module("arguments"), "static_local");
  auto* out = shared<std::int32_t>(2);
  set(static_local, 0, out);
  ASSERT_ZE(zeKernelSetGroupSize(static_local, 64, 1, 1));
  launch(static_local, {2, 1, 1});
  EXPECT_EQ(out[0], 63 * 64 / 2);
  EXPECT_EQ(out[1], 63 * 64 / 2);
  ze_kernel_properties_t properties{};
  properties.stype = ZE_STRUCTURE_TYPE_KERNEL_PROPERTIES;
  ASSERT_ZE(zeKernelGetProperties(static_local, &properties));
  EXPECT_EQ(properties.numKernelArgs, 1U);
  EXPECT_EQ(properties.localMemSize, 64 * sizeof(int));
}

TEST_F(KernelTest, IsNotChargedTheLocalMemoryOfItsModule) {
  ze_device_compute_properties_t limits{};
  limits.stype = ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES;
  ASSERT_ZE(zeDeviceGetComputeProperties(device(), &limits));
  struct Expected {
    const char* kernel;
    std::uint32_t local_bytes;
    std::int32_t written;
  };
  std::vector names{"local_memory"};
  if (spirv_version() >= ZE_MAKE_VERSION(1, 4)) names.push_back("local_memory_1.4");
  for (const char* name : names) {
    const auto all = module(name);
    auto* out = shared<std::int32_t>(1);
    for (const Expected& expected :
         {Expected{"small_local", 32 << 10, 1}, Expected{"large_local", 600 << 10, 2},
          Expected{"larger_local", 604 << 10, 3}, Expected{"no_local", 0, 4}}) {
      SCOPED_TRACE(expected.kernel);
      const auto one = kernel(all, expected.kernel);
      ze_kernel_properties_t properties{};
      properties.stype = ZE_STRUCTURE_TYPE_KERNEL_PROPERTIES;
      ASSERT_ZE(zeKernelGetProperties(one, &properties));
      EXPECT_EQ(properties.localMemSize, expected.local_bytes);
      set(one, 0, out);
      const bool has_room = expected.local_bytes <= limits.maxSharedLocalMemory;
      EXPECT_EQ(
          zeCommandListAppendLaunchKernel(immediate(), one, &kSingleGroup, nullptr, 0, nullptr),
          has_room ? ZE_RESULT_SUCCESS : ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
      if (has_room) {
        EXPECT_EQ(*out, expected.written);
      }
    }
  }
}

TEST_F(KernelTest, KeepsToARequiredGroupSize) {
  const auto fixed = kernel(module("arguments"), "fixed_group");
  EXPECT_EQ(zeKernelSetGroupSize(fixed, 8, 8, 1), ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION);
  ASSERT_ZE(zeKernelSetGroupSize(fixed, 8, 4, 2));
  std::uint32_t x = 0, y = 0, z = 0;
  ASSERT_ZE(zeKernelSuggestGroupSize(fixed, 64, 64, 64, &x, &y, &z));
  EXPECT_THAT((std::vector{x, y, z}), testing::ElementsAre(8, 4, 2));
  auto* out = shared<std::int32_t>(1);
  set(fixed, 0, out);
  launch(fixed);
  EXPECT_EQ(*out, 842);
  ze_kernel_properties_t properties{};
  properties.stype = ZE_STRUCTURE_TYPE_KERNEL_PROPERTIES;
  ASSERT_ZE(zeKernelGetProperties(fixed, &properties));
  EXPECT_EQ(properties.requiredGroupSizeY, 4U);
  std::uint32_t size = 0;
  char* room = nullptr;
  ASSERT_ZE(zeKernelGetSourceAttributes(fixed, &size, &room));
  std::vector<char> text(size);
  room = text.data();
  ASSERT_ZE(zeKernelGetSourceAttributes(fixed, &size, &room));
  EXPECT_STREQ(text.data(), "reqd_work_group_size(8,4,2)");
}

TEST_F(KernelTest, NamesTheHintsOfItsSource) {
  const auto hinted = kernel(module("arguments"), "hinted");
  std::uint32_t size = 0;
  char* room = nullptr;
  ASSERT_ZE(zeKernelGetSourceAttributes(hinted, &size, &room));
  std::vector<char> text(size);
  room = text.data();
  ASSERT_ZE(zeKernelGetSourceAttributes(hinted, &size, &room));
  EXPECT_STREQ(text.data(), "work_group_size_hint(16,2,1) vec_type_hint(float4)");
}

TEST_F(KernelTest, CountsByAtomicsOfOpenCl20) {
  auto* total = shared<std::int32_t>(1);
  auto* sums = shared<std::int32_t>(4);
  launch_counter("count", total, sums);
  EXPECT_EQ(*total, 1000);  // the last one found all 64
  for (int group = 0; group < 4; ++group) EXPECT_EQ(sums[group], 32);
}

TEST_F(KernelTest, TakesGenericPointersOfOtherFunctionsAndChosenOnesInAtomics) {
  auto* total = shared<std::int32_t>(1);
  auto* sums = shared<std::int32_t>(4);
  launch_counter("hand_over", total, sums);
  EXPECT_EQ(*total, 64 + 32);
  for (int group = 0; group < 4; ++group) EXPECT_EQ(sums[group], 32 + 8);
}

TEST_F(KernelTest, HasEveryAtomicFunction) { expect_every_atomic(module("every_atomic")); }

TEST_F(KernelTest, HasEveryAtomicFunctionInSpirv14) {
  if (spirv_version() >= ZE_MAKE_VERSION(1, 4))
    return expect_every_atomic(module("every_atomic_1.4"));
  const auto code = spirv("every_atomic_1.4");
  const ze_module_desc_t desc{ZE_STRUCTURE_TYPE_MODULE_DESC,
                              nullptr,
                              ZE_MODULE_FORMAT_IL_SPIRV,
                              code.size(),
                              code.data(),
                              nullptr,
                              nullptr};
  ze_module_handle_t refused = nullptr;
  EXPECT_EQ(zeModuleCreate(context(), device(), &desc, &refused, nullptr),
            ZE_RESULT_ERROR_MODULE_BUILD_FAILURE);
}

TEST_F(KernelTest, RunsBesideAKernelThatNeedsImages) {
  const auto both = module("images_and_more");
  const auto counts = kernel(both, "counts");
  auto* out = shared<std::uint32_t>(1);
  set(counts, 0, out);
  launch(counts);
  EXPECT_EQ(*out, 1U);
  ze_kernel_handle_t refused = nullptr;
  const ze_kernel_desc_t desc{ZE_STRUCTURE_TYPE_KERNEL_DESC, nullptr, 0, "reads_image"};
  EXPECT_EQ(zeKernelCreate(both, &desc, &refused), ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

TEST_F(KernelTest, SuggestsGroupsThatDivideTheWork) {
  const auto nothing = basic("nothing");
  const auto suggest = [&](std::uint32_t gx, std::uint32_t gy, std::uint32_t gz) {
    std::uint32_t x = 0, y = 0, z = 0;
    EXPECT_ZE(zeKernelSuggestGroupSize(nothing, gx, gy, gz, &x, &y, &z));
    EXPECT_EQ(gx % x + gy % y + gz % z, 0U);
    return std::vector{x, y, z};
  };
  EXPECT_THAT(suggest(1 << 20, 1, 1), testing::ElementsAre(256, 1, 1));
  EXPECT_THAT(suggest(1000, 1, 1), testing::ElementsAre(250, 1, 1));
  EXPECT_THAT(suggest(16, 64, 4), testing::ElementsAre(16, 16, 1));
  EXPECT_THAT(suggest(1021, 1, 1), testing::ElementsAre(1021, 1, 1));  // a prime
  std::uint32_t x = 0, y = 0, z = 0;
  EXPECT_EQ(zeKernelSuggestGroupSize(nothing, 0, 1, 1, &x, &y, &z),
            ZE_RESULT_ERROR_INVALID_GLOBAL_WIDTH_DIMENSION);
}

TEST_F(KernelTest, StartsAtAGlobalOffset) {
  const auto places = kernel(module("arguments"), "places");
  auto* out = shared<std::uint32_t>(12);
  set(places, 0, out);
  ASSERT_ZE(zeKernelSetGroupSize(places, 2, 1, 1));
  ASSERT_ZE(zeKernelSetGlobalOffsetExp(places, 100, 0, 0));
  launch(places, {2, 1, 1});
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(out[3 * i], 100 + i);
    EXPECT_EQ(out[3 * i + 1], 100U);
    EXPECT_EQ(out[3 * i + 2], 2U);
  }
}

TEST_F(KernelTest, ChecksArguments) {
  const auto add = basic("add");
  const std::uint32_t value = 1;
  EXPECT_EQ(zeKernelSetArgumentValue(add, 2, 4, &value),
            ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX);
  EXPECT_EQ(zeKernelSetArgumentValue(add, 1, 8, &value),
            ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
  EXPECT_EQ(zeKernelSetArgumentValue(add, 0, 4, &value),
            ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
  EXPECT_EQ(zeCommandListAppendLaunchKernel(immediate(), add, &kSingleGroup, nullptr, 0, nullptr),
            ZE_RESULT_ERROR_INVALID_ARGUMENT);  // none was set
  const auto reverse = kernel(module("arguments"), "reverse_groups");
  EXPECT_EQ(zeKernelSetArgumentValue(reverse, 1, std::size_t{1} << 40, nullptr),
            ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
}

TEST_F(KernelTest, ChecksGroupSizes) {
  const auto nothing = basic("nothing");
  EXPECT_EQ(zeKernelSetGroupSize(nothing, 0, 1, 1), ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION);
  EXPECT_EQ(zeKernelSetGroupSize(nothing, 1024, 1024, 1),
            ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION);
}

TEST_F(KernelTest, HasAName) {
  std::size_t size = 0;
  const auto add = basic("add");
  ASSERT_ZE(zeKernelGetName(add, &size, nullptr));
  EXPECT_EQ(size, 4U);
  char name[4];
  ASSERT_ZE(zeKernelGetName(add, &size, name));
  EXPECT_STREQ(name, "add");
}

TEST_F(KernelTest, KeepsIndirectAccess) {
  const auto nothing = basic("nothing");
  ASSERT_ZE(zeKernelSetIndirectAccess(nothing, ZE_KERNEL_INDIRECT_ACCESS_FLAG_DEVICE));
  ze_kernel_indirect_access_flags_t flags = 0;
  ASSERT_ZE(zeKernelGetIndirectAccess(nothing, &flags));
  EXPECT_EQ(flags, unsigned{ZE_KERNEL_INDIRECT_ACCESS_FLAG_DEVICE});
  EXPECT_EQ(zeKernelSetIndirectAccess(nothing, 0x80), ZE_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_ZE(zeKernelSetCacheConfig(nothing, 0));
  EXPECT_EQ(zeKernelSetCacheConfig(nothing, ZE_CACHE_CONFIG_FLAG_LARGE_SLM),
            ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

TEST_F(KernelTest, IsFoundByItsName) {
  ze_kernel_desc_t desc{ZE_STRUCTURE_TYPE_KERNEL_DESC, nullptr, 0, "no_such_kernel"};
  ze_kernel_handle_t made = nullptr;
  EXPECT_EQ(zeKernelCreate(module("basic"), &desc, &made), ZE_RESULT_ERROR_INVALID_KERNEL_NAME);
  desc.pKernelName = nullptr;
  EXPECT_EQ(zeKernelCreate(module("basic"), &desc, &made), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
}

TEST_F(KernelTest, RunsOnEverySubDevice) {
  std::uint32_t count = 0;
  ASSERT_ZE(zeDeviceGetSubDevices(device(), &count, nullptr));
  std::vector<ze_device_handle_t> parts(count);
  if (count != 0) {
    ASSERT_ZE(zeDeviceGetSubDevices(device(), &count, parts.data()));
  }
  parts.push_back(device());
  const auto write_ids = basic("write_ids");
  for (ze_device_handle_t part : parts) {
    ze_command_queue_desc_t desc{};
    desc.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC;
    desc.mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS;
    ze_command_list_handle_t on_part = nullptr;
    ASSERT_ZE(zeCommandListCreateImmediate(context(), part, &desc, &on_part));
    at_end([=] { EXPECT_ZE(zeCommandListDestroy(on_part)); });
    auto* out = shared<std::uint32_t>(64);
    set(write_ids, 0, out);
    const ze_group_count_t groups{64, 1, 1};
    ASSERT_ZE(zeCommandListAppendLaunchKernel(on_part, write_ids, &groups, nullptr, 0, nullptr));
    EXPECT_EQ(out[63], 63U);
  }
}

}  // namespace
