// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <level_zero/ze_api.h>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#define ASSERT_ZE(call) ASSERT_EQ(call, ZE_RESULT_SUCCESS)
#define EXPECT_ZE(call) EXPECT_EQ(call, ZE_RESULT_SUCCESS)

constexpr std::uint64_t kForever = UINT64_MAX;
constexpr std::uint64_t kMillisecond = 1'000'000;
constexpr ze_group_count_t kSingleGroup{1, 1, 1};

/// The bytes of a module built beside the tests: `spirv("basic")`.
std::vector<std::uint8_t> spirv(const std::string& name);

/// The CPU driver through the ordinary loader, a context, and makers of everything else: what they
/// make is destroyed after the test, last first. A failure to make something is an exception.
class ZeTest : public ::testing::Test {
 protected:
  ZeTest();
  ~ZeTest() override;

  ze_driver_handle_t driver() const { return driver_; }
  ze_device_handle_t device() const { return device_; }
  ze_context_handle_t context() const { return context_; }

  template <class T>
  T* shared(std::size_t count) {
    return static_cast<T*>(allocate_shared(count * sizeof(T)));
  }
  void* device_memory(std::size_t bytes);
  void* host_memory(std::size_t bytes);

  /// The newest that the device reads: ZE_MAKE_VERSION(1, 4), for example.
  std::uint32_t spirv_version();
  ze_module_handle_t module(const std::string& name);
  ze_kernel_handle_t kernel(ze_module_handle_t module, const char* name);
  ze_kernel_handle_t basic(const char* name) { return kernel(module("basic"), name); }
  ze_command_queue_handle_t queue(ze_command_queue_mode_t mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS,
                                  std::uint32_t ordinal = 0);
  ze_command_list_handle_t list(std::uint32_t ordinal = 0);
  ze_command_list_handle_t immediate(
      ze_command_queue_mode_t mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS, std::uint32_t ordinal = 0);
  std::vector<ze_event_handle_t> events(
      std::uint32_t count, ze_event_pool_flags_t flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE |
                                                         ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP);
  ze_event_handle_t event() { return events(1).front(); }
  ze_fence_handle_t fence(ze_command_queue_handle_t queue);

  /// Closes the list, executes it and waits.
  void run(ze_command_list_handle_t list);

  static void set(ze_kernel_handle_t kernel, std::uint32_t index, const void* pointer);
  static void set(ze_kernel_handle_t kernel, std::uint32_t index, std::uint32_t value);

  /// The loader wraps every handle, by a setting or since it has several drivers. That of 1.8 has
  /// faults where it does, which end the process.
  static bool loader_wraps();

  void at_end(std::function<void()> action) { cleanup_.push_back(std::move(action)); }

 private:
  void* allocate_shared(std::size_t bytes);

  ze_driver_handle_t driver_ = nullptr;
  ze_device_handle_t device_ = nullptr;
  ze_context_handle_t context_ = nullptr;
  std::vector<std::function<void()>> cleanup_;
};
