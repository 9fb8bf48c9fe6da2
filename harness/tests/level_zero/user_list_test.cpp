// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

#include "contract/user_queue.hpp"
#include "raw_level_zero.hpp"
#include "tickbench/level_zero.hpp"

namespace tickbench::level_zero {
namespace {

class LevelZeroUserList : public testing::Test {
 protected:
  void SetUp() override {
    try {
      program_ = std::make_unique<RawLevelZero>(SCALE_SPIRV);
    } catch (const std::runtime_error& error) {
      GTEST_SKIP() << error.what();
    }
  }
  std::unique_ptr<RawLevelZero> program_;
};

TEST_F(LevelZeroUserList, ARegularOneIsHeldUntilItIsClosed) {
  const auto timed =
      timed_queue({program_->context, program_->device, program_->list, program_->queue});
  contract::expect_held(
      *timed, HoldMethod::kClosedList, [&] { program_->append_scale(program_->list, 3); }, nullptr);
}

TEST_F(LevelZeroUserList, AnImmediateOneIsHeldByAnEvent) {
  ze_command_queue_desc_t description{};
  description.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC;
  description.mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
  ze_command_list_handle_t list = nullptr;
  RawLevelZero::require(
      zeCommandListCreateImmediate(program_->context, program_->device, &description, &list),
      "zeCommandListCreateImmediate");
  {
    const auto timed = timed_queue({program_->context, program_->device, list, nullptr});
    contract::expect_held(
        *timed, HoldMethod::kHostEvent, [&] { program_->append_scale(list, 3); }, nullptr);
  }
  zeCommandListDestroy(list);
}

}  // namespace
}  // namespace tickbench::level_zero
