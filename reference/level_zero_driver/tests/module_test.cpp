// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <cstring>

#include "ze_test.hpp"

namespace {

class ModuleTest : public ZeTest {
 protected:
  // Loader 1.8 forgets to wrap the log of a build that failed, and takes the array of modules to
  // link for the first of them: both crash in the loader.
  static bool can_read_logs() { return !loader_wraps(); }
  void expect_log(const std::string& log, const char* part) {
    if (!can_read_logs()) return;
    EXPECT_THAT(log, testing::HasSubstr(part));
  }

  struct Build {
    ze_result_t result;
    ze_module_handle_t module;
    std::string log;
  };
  Build build(const std::vector<std::uint8_t>& code, const char* flags = nullptr,
              const ze_module_constants_t* constants = nullptr,
              ze_module_format_t format = ZE_MODULE_FORMAT_IL_SPIRV) {
    ze_module_desc_t desc{
        ZE_STRUCTURE_TYPE_MODULE_DESC, nullptr, format, code.size(), code.data(), flags, constants};
    Build made{};
    ze_module_build_log_handle_t log = nullptr;
    made.result =
        zeModuleCreate(context(), device(), &desc, &made.module, can_read_logs() ? &log : nullptr);
    if (made.module != nullptr) {
      const auto module = made.module;
      at_end([=] { EXPECT_ZE(zeModuleDestroy(module)); });
    }
    if (log == nullptr) return made;
    std::size_t size = 0;
    EXPECT_ZE(zeModuleBuildLogGetString(log, &size, nullptr));
    std::vector<char> text(size);
    EXPECT_ZE(zeModuleBuildLogGetString(log, &size, text.data()));
    made.log = text.data();
    EXPECT_ZE(zeModuleBuildLogDestroy(log));
    return made;
  }
};

TEST_F(ModuleTest, NamesItsKernels) {
  std::uint32_t count = 0;
  const auto basic = module("basic");
  ASSERT_ZE(zeModuleGetKernelNames(basic, &count, nullptr));
  std::vector<const char*> names(count);
  ASSERT_ZE(zeModuleGetKernelNames(basic, &count, names.data()));
  EXPECT_THAT(names,
              testing::UnorderedElementsAre(testing::StrEq("nothing"), testing::StrEq("write_ids"),
                                            testing::StrEq("add"), testing::StrEq("spin")));
}

TEST_F(ModuleTest, RefusesWhatIsNotSpirv) {
  const std::string text = "kernel void f() {}";
  const auto made = build({text.begin(), text.end()});
  EXPECT_EQ(made.result, ZE_RESULT_ERROR_MODULE_BUILD_FAILURE);
  expect_log(made.log, "expected SPIR-V, whole words that begin with 0x7230203");
  expect_log(made.log, "found 18 bytes that begin with 0x6e72656b");
}

TEST_F(ModuleTest, RefusesSpirvThatIsNotValid) {
  auto code = spirv("basic");
  code.resize(code.size() / 8 * 4);  // half of its words
  const auto made = build(code);
  EXPECT_EQ(made.result, ZE_RESULT_ERROR_MODULE_BUILD_FAILURE);
  expect_log(made.log, "not valid SPIR-V");
  EXPECT_EQ(made.module, nullptr);
}

TEST_F(ModuleTest, NamesTheFeatureThatItLacks) {
  const auto made = build(spirv("images"));
  EXPECT_EQ(made.result, ZE_RESULT_ERROR_MODULE_BUILD_FAILURE);
  expect_log(made.log, "images");
}

TEST_F(ModuleTest, BuildsButMakesNoKernelWhereSymbolsAreUnresolved) {
  const auto made = build(spirv("unresolved"));
  ASSERT_EQ(made.result, ZE_RESULT_SUCCESS);
  expect_log(made.log, "unresolved symbol: ");
  expect_log(made.log, "defined_elsewhere");
  ze_module_properties_t properties{};
  properties.stype = ZE_STRUCTURE_TYPE_MODULE_PROPERTIES;
  ASSERT_ZE(zeModuleGetProperties(made.module, &properties));
  EXPECT_TRUE(properties.flags & ZE_MODULE_PROPERTY_FLAG_IMPORTS);
  ze_kernel_desc_t desc{ZE_STRUCTURE_TYPE_KERNEL_DESC, nullptr, 0, "calls_elsewhere"};
  ze_kernel_handle_t kernel = nullptr;
  EXPECT_EQ(zeKernelCreate(made.module, &desc, &kernel), ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED);
  if (loader_wraps()) return;
  ze_module_handle_t modules[] = {made.module};
  EXPECT_EQ(zeModuleDynamicLink(1, modules, nullptr), ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

TEST_F(ModuleTest, TakesFlagsAndNamesUnknownOnes) {
  EXPECT_EQ(build(spirv("basic"), "-ze-opt-disable -cl-mad-enable").result, ZE_RESULT_SUCCESS);
  for (const char* unknown : {"-fast-please", "-ze-opt-everything"}) {
    const auto made = build(spirv("basic"), unknown);
    EXPECT_EQ(made.result, ZE_RESULT_ERROR_MODULE_BUILD_FAILURE);
    expect_log(made.log, ("unknown build flag '" + std::string(unknown) + "'").c_str());
    expect_log(made.log, "known are -ze-opt-level, -g, -ze-opt-disable, ");
  }
}

TEST_F(ModuleTest, SetsSpecializationConstants) {
  auto* out = shared<std::int64_t>(2);
  const auto run_with = [&](const ze_module_constants_t* constants) {
    const auto made = build(spirv("constants"), nullptr, constants);
    ASSERT_EQ(made.result, ZE_RESULT_SUCCESS) << made.log;
    const auto specialized = kernel(made.module, "specialized");
    set(specialized, 0, out);
    const ze_group_count_t one{1, 1, 1};
    ASSERT_ZE(zeCommandListAppendLaunchKernel(immediate(), specialized, &one, nullptr, 0, nullptr));
  };
  run_with(nullptr);
  EXPECT_EQ(out[0], 11);
  EXPECT_EQ(out[1], 12);
  const std::int32_t small = -5;
  const std::int64_t large = std::int64_t{1} << 40;
  const std::uint32_t ids[] = {7, 8};
  const void* values[] = {&small, &large};
  const ze_module_constants_t constants{2, ids, values};
  run_with(&constants);
  EXPECT_EQ(out[0], -5);
  EXPECT_EQ(out[1], large);
  const std::uint32_t unknown_ids[] = {7, 99};
  const ze_module_constants_t unknown{2, unknown_ids, values};
  const auto made = build(spirv("constants"), nullptr, &unknown);
  EXPECT_EQ(made.result, ZE_RESULT_ERROR_MODULE_BUILD_FAILURE);
  expect_log(made.log, "99");
}

TEST_F(ModuleTest, ReadsItsOwnNativeBinary) {
  std::size_t size = 0;
  const auto basic = module("basic");
  ASSERT_ZE(zeModuleGetNativeBinary(basic, &size, nullptr));
  std::vector<std::uint8_t> binary(size);
  ASSERT_ZE(zeModuleGetNativeBinary(basic, &size, binary.data()));
  const auto again = build(binary, nullptr, nullptr, ZE_MODULE_FORMAT_NATIVE);
  EXPECT_EQ(again.result, ZE_RESULT_SUCCESS);
  binary[0] ^= 1;
  EXPECT_EQ(build(binary, nullptr, nullptr, ZE_MODULE_FORMAT_NATIVE).result,
            ZE_RESULT_ERROR_INVALID_NATIVE_BINARY);
}

TEST_F(ModuleTest, ChecksItsArguments) {
  const auto code = spirv("basic");
  ze_module_handle_t made = nullptr;
  ze_module_desc_t desc{ZE_STRUCTURE_TYPE_MODULE_DESC,
                        nullptr,
                        ZE_MODULE_FORMAT_IL_SPIRV,
                        0,
                        code.data(),
                        nullptr,
                        nullptr};
  EXPECT_EQ(zeModuleCreate(context(), device(), &desc, &made, nullptr),
            ZE_RESULT_ERROR_INVALID_SIZE);
  desc.inputSize = code.size();
  desc.pInputModule = nullptr;
  EXPECT_EQ(zeModuleCreate(context(), device(), &desc, &made, nullptr),
            ZE_RESULT_ERROR_INVALID_NULL_POINTER);
  desc.pInputModule = code.data();
  desc.format = static_cast<ze_module_format_t>(9);
  EXPECT_EQ(zeModuleCreate(context(), device(), &desc, &made, nullptr),
            ZE_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_EQ(zeModuleDestroy(nullptr), ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
}

TEST_F(ModuleTest, LinksModulesThatNeedNothing) {
  if (loader_wraps()) GTEST_SKIP() << "crashes in the loader";
  ze_module_handle_t modules[] = {module("basic")};
  ze_module_build_log_handle_t log = nullptr;
  ASSERT_ZE(zeModuleDynamicLink(1, modules, &log));
  EXPECT_ZE(zeModuleBuildLogDestroy(log));
}

}  // namespace
